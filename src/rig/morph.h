// Morph targets (blend shapes): p_i + sum_k m_k dp_ik before skinning, normals likewise.
#pragma once

#include <span>

#include "rig/mesh.h"

namespace bindpose {

// A target's share at its channel's weight m_k.
float morph_share(const MorphTarget& target, float weight);

// Whether these weights change the mesh. weight: m_k by channel.
bool is_morphed(const Mesh& mesh, std::span<const float> weight);

// position_out: p_i + sum_k m_k dp_ik over the targets, with each one's share for m_k. normal_out:
// n_i + sum_k m_k dn_ik, of unit length again (the mesh's own where the sum vanishes). #V each;
// normal_out may be empty. A channel that `weight` lacks counts as 0. The outputs must not overlap
// the mesh.
void morph_points(const Mesh& mesh, std::span<const float> weight, std::span<vec3> position_out,
                  std::span<vec3> normal_out);

// The same for one vertex alone.
struct MorphedPoint {
  vec3 position{0.0f}, normal{0.0f};
};
MorphedPoint morph_point(const Mesh& mesh, std::span<const float> weight, std::size_t vertex);

}  // namespace bindpose
