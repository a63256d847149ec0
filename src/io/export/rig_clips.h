#pragma once

#include <vector>

#include "io/export/glb_builder.h"

namespace bindpose {

// The model's clips as glTF animations. `joint_node` (#J) and `mesh_node` (#M) are the nodes in the
// file; -1 for a mesh that was not written.
void add_clips(GlbBuilder& out, const std::vector<int>& joint_node,
               const std::vector<int>& mesh_node);

}  // namespace bindpose
