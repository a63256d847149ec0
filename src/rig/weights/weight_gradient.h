// How weights change along the surface: what makes a blend of matrices more than a matrix.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh.h"
#include "rig/skinning.h"

namespace bindpose {

// grad w_ij for every vertex i and every slot j that pulls on it or on a vertex beside it, in
// compressed rows as Influences has them. Along the surface: at right angles to the vertex's
// normal.
struct WeightGradients {
  std::vector<std::uint32_t> offset{0};  // #V + 1
  std::vector<std::uint16_t> slot;       // #G; node_slot(): the vertex's share of its mesh's node
  std::vector<vec3> gradient;            // #G, one over units of `position`
  std::vector<vec3> blend;               // #V or empty: the same of SkinningInput::dq_blend_weight
  std::vector<mat3> center;              // #V or empty: of DeformerData::center; row r: of its r-th
                                         // coordinate. Corners without one are as the vertex itself

  static constexpr std::uint16_t node_slot() { return 0xffff; }
};

// On a triangle the gradient of what is given at its corners is constant: sum_k f_k (N x e_k) / 2A
// with e_k the edge opposite to corner k. At a vertex it is the mean over its triangles by the
// angle that they have there (B. Merry, P. Marais, J. Gain, "Normal transformations for articulated
// models", 2006, need it for exact normals; the mean: M. Meyer et al., "Discrete
// differential-geometry operators", 2003, weigh by area). Vertices that share place, weights and
// normal to within 20 degrees are one, so that a seam of the texture is no border. `in`: points and
// normals of the bind pose, after morphs (normal must not be empty); weights as in.use says;
// vertices without influences belong to the node alone. triangle: 3 #T. Triangles without area
// count nothing.
WeightGradients weight_gradients(const SkinningInput& in, std::span<const std::uint32_t> triangle);

// The gradients of a field of vectors (#V) and of the points themselves, likewise: row r is that of
// the r-th coordinate. #V each; zeros for a vertex without triangles.
struct FieldGradients {
  std::vector<glm::dmat3> field, point;
};
FieldGradients field_gradients(const SkinningInput& in, std::span<const std::uint32_t> triangle,
                               std::span<const vec3> field);

}  // namespace bindpose
