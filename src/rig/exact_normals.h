// Normals of the surface that a deformer makes, not of the matrix that it moves a point by.
#pragma once

#include <cstdint>
#include <span>

#include "rig/deformer.h"

namespace bindpose {

// A posed point is x(v) = sum_j w_j(v) T_j v, so that a step along the surface moves it by
//   J = M + sum_j (T_j v) grad w_j^T,   M = sum_j w_j times the linear part of T_j:
// the weights change on the way. For tangents a, b with n = a x b the posed surface's normal is
// J a x J b (Merry, Marais and Gain 2006; M. Tarini, D. Panozzo, O. Sorkine-Hornung, "Accurate and
// efficient lighting for skinned models", 2014). The inverse transpose of M alone, the usual way,
// leaves the second sum out: it is exact where the weights are constant.
//
// Rigid skinning: weights do not count, so the usual way is exact on every piece. Dual quaternions:
// J a and J b as central differences of the deformer itself, along a and b with the weights going
// along, to about 0.05 degrees. Under a mirror the normal turns with the winding.
//
// in: points and normals of the bind pose after morphs (normal must not be empty; in.normals does
// not count). triangle: 3 #T. normal_out: #V, the file's world, unit length; where a tangent
// vanishes, in what floats can tell, the normal is the usual one. For dual quaternions the 0.05
// degrees hold for a mesh that is no farther from the origin than some 50 times its size, and not
// where the file's mix of both deformers begins or ends.
void exact_normals(Deformer method, const SkinningInput& in,
                   std::span<const std::uint32_t> triangle, std::span<vec3> normal_out);

// The same of one vertex, from the triangles around it.
vec3 exact_normal(Deformer method, const SkinningInput& in, std::span<const std::uint32_t> triangle,
                  std::uint32_t vertex);

}  // namespace bindpose
