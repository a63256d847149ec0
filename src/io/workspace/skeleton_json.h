// Skeletons that were made by hand, in a workspace: what was built, and what is being drafted.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// {"built": [{"joints": ["draft joint ...", ...]} or what binds_json.h has, ...], "draft": [...]};
// empty where there is neither. Entries of before with "rebound": true hold joints that were bound
// anew, and are read. The edits are those of the text form.
nlohmann::ordered_json skeleton_json(const Scene& scene);

struct RestoredSkeleton {
  std::shared_ptr<const Model> model;          // with what was built
  std::shared_ptr<const SkeletonDraft> draft;  // null: none
};
// The same of the file's model. What cannot be built is left out, with a sentence in `notes`.
RestoredSkeleton skeleton_from_json(std::shared_ptr<const Model> file, const nlohmann::json& json,
                                    std::vector<std::string>& notes);

}  // namespace bindpose
