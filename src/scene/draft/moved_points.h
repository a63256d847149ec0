// The points of a mesh put where its skin takes them, for good.
#pragma once

#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// Points, normals and what shapes add to them go where `binding` takes them by the deformer that
// the file wants. `way`: T of each slot of that binding (#S); `node`: what vertices without weights
// follow; from the mesh's bind space to the new one.
//
// The outside stays outside, where joints mirror, too (rig/surface/outside.h). A normal of which
// nothing is left, for the surface became flat there, is that of the triangles around it.
void move_points(Mesh& mesh, const MeshBinding& binding, const std::vector<mat4>& way,
                 const mat4& node);

}  // namespace bindpose
