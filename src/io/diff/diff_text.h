// What is said of two models that were compared.
#pragma once

#include <string>

#include "scene/diff/diff_account.h"

namespace bindpose {

struct DiffReport {
  std::string path_a, path_b;  // as they were named: of a model or a workspace
  const Scene& a;
  const Scene& b;
  const SceneDiff& diff;
  const DiffOptions& options;
};

DiffAccount diff_account(const DiffReport& report);
// The same as text: a line a part, the worst of each below it, and last whether they are the same.
std::string diff_text(const DiffReport& report);
// {"a", "b" (paths), "same", "tolerance", "size" (metres), "differs": [parts], "ignored": [parts],
// "first": null or {"joint", "by": [parts]}, "joints": [{"joint", "a", "b" (false: not there),
// "other_parent", "other_human", "bind", "rest", "clips": {"metres", "degrees", "scale"}, "clip",
// "time", "differs": [parts]}], "clips": [{"a", "b" (names or null), "duration_a", "duration_b",
// "joint", "node", "differs"}], "nodes": [{"node", "a", "b", "carries":
// "nothing|skins|meshes|joints", "other_parent", "rest", "clips", "clip", "time", "differs"}],
// "surface_samples" (times that surfaces were compared in each clip),
// "surfaces": [{"of": "a|b", "mesh", "vertices", "away", "metres", "farthest" (in the bind pose),
// "compared", "other_weights", "weight", "vertex", "joint", "uv": [first set, second set],
// "colours": {"other", "lacking", "most", "vertex"}, "triangles": {"compared", "missing",
// "missing_at", "turned", "turned_at" (vertices)}, "in_clips": null or {"away", "metres",
// "vertex", "clip", "time"}}], "morphs": [{"channel", "a", "b", "weight", "metres", "vertices"
// (moved otherwise), "compared", "clips", "differs"}], "skinning": [{"mesh", "part"}], "materials":
// [{"name", "a", "b", "what": [], and where a mesh wears another one "mesh", "other"}]}. All joints
// that both have or one lacks; meshes and materials only where they differ.
std::string diff_json(const DiffReport& report);

}  // namespace bindpose
