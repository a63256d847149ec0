// Normals of the surface that a deformer makes, not of the matrix that it moves a point by.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/deformer.h"

namespace bindpose {

// A posed point is x(v) = sum_j w_j(v) T_j v, so that a step along the surface moves it by
//   J = M + sum_j (T_j v) grad w_j^T,   M = sum_j w_j times the linear part of T_j:
// the weights change on the way. For tangents a, b with n = a x b the posed surface's normal is
// J a x J b (Merry, Marais and Gain 2006; M. Tarini, D. Panozzo, O. Sorkine-Hornung, "Accurate and
// efficient lighting for skinned models", 2014). The inverse transpose of M alone, the usual way,
// leaves the second sum out: it is exact where the weights are constant.
//
// Rigid skinning: weights do not count, so the usual way is exact on every piece. All others: J a
// and J b as central differences of the deformer itself, along a and b with the weights and centres
// of rotation going along, for dual quaternions to about 0.05 degrees. Delta mush, which moves a
// vertex by those around it: M is its own matrix there, and what the vertices around it do beyond
// that is the second sum, by the gradient on their triangles. Under a mirror the normal turns with
// the winding.
//
// in: points and normals of the bind pose after morphs (normal must not be empty; in.normals does
// not count). triangle: 3 #T. normal_out: #V, the file's world, unit length; where a tangent
// vanishes, in what floats can tell, the normal is the usual one. For dual quaternions the 0.05
// degrees hold for a mesh that is no farther from the origin than some 50 times its size, and not
// where the file's mix of both deformers begins or ends.
void exact_normals(Deformer method, const SkinningInput& in,
                   std::span<const std::uint32_t> triangle, std::span<vec3> normal_out);

// Some vertices of the posed surface: where they go, and both normals, as many each as were asked
// for, the file's world, unit length.
struct PosedVertices {
  std::vector<vec3> position;
  std::vector<vec3> usual;  // M^-T n as the deformer has it, in.normals does not count
  std::vector<vec3> exact;
};
// From the triangles around them. `vertices` in any order, each of the mesh. One pass over the
// mesh's points and triangles; all else costs what the part costs.
PosedVertices posed_vertices(Deformer method, const SkinningInput& in,
                             std::span<const std::uint32_t> triangle,
                             std::span<const std::uint32_t> vertices);

// The exact normal of one vertex alone.
vec3 exact_normal(Deformer method, const SkinningInput& in, std::span<const std::uint32_t> triangle,
                  std::uint32_t vertex);

}  // namespace bindpose
