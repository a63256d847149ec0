// The points of a mesh put where its skin takes them, for good.
#pragma once

#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// Points, normals and what shapes add to them go where `binding` takes them by the deformer that
// the file wants. `way`: T of each slot of that binding (#S); `node`: what vertices without weights
// follow; from the mesh's bind space to the new one.
//
// The outside stays outside. Where all that pulls on a vertex mirrors, its normal is the mirrored
// one, and a triangle of such corners alone gets the other order of corners; where mirrors and
// others pull on one vertex, the determinant of their blend says which it is. A triangle that has
// corners of both kinds keeps its front on the side on which it was of its normals. (The usual
// cofactor matrix turns a normal with the winding: right in a picture of one pose, wrong in what is
// bound.) A normal of which nothing is left, for the surface became flat there, is that of the
// triangles around it.
void move_points(Mesh& mesh, const MeshBinding& binding, const std::vector<mat4>& way,
                 const mat4& node);

}  // namespace bindpose
