// What `bindpose probe` prints about one vertex.
#pragma once

#include <string>

#include "scene/probe.h"

namespace bindpose {

// For a person: a table of the joints with w_ij and T_j v_i, and what that sums up to.
std::string probe_text(const Scene& scene, const Probe& probe);

// {"model", "mesh", "mesh_index", "vertex" (in the mesh), "file_vertex" (in the file, or null),
// "point" (v_i), "normal" (n_i, both in bind space), "stored_sum", "follows_node", "method",
// "weights" ("normalised" or "raw"), "influences": [{"joint", "weight", "candidate" (T_j v_i)}],
// "sum" (sum_j w_ij T_j v_i), "position", "position_normal" (where the deformer puts it, the file's
// world)}.
std::string probe_json(const Scene& scene, const Probe& probe);

}  // namespace bindpose
