// Joints that were bound anew, in a workspace: an entry of "built" in "skeleton".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scene/draft/built_model.h"

namespace bindpose {

// {"binds": [{"joint": name, "mesh": name (all where it is missing), "bind": four rows of
// four}...]} and, where the points went along, "nodes": [{"mesh": name, "world": four rows}...] in
// the model's order and "weights" as weights_json() has them, those that counted then.
nlohmann::ordered_json binds_json(const BuiltSkeleton& step);

// The same for `model`, which the step was made of, or one like it. What that lacks is left out.
// Throws std::runtime_error with one sentence for what is no such entry.
NewBinds binds_from(const std::shared_ptr<const Model>& model, const nlohmann::json& step,
                    std::vector<std::string>& notes);

}  // namespace bindpose
