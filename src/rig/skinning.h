// Linear blend skinning on the CPU. v' = (sum_j w_ij T_j) v; normals by the cofactor matrix of the
// blended 3x3, normalised (Magnenat-Thalmann et al. 1988; inverse transpose: Turkowski 1990).
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "rig/mesh.h"

namespace bindpose {

enum class WeightUse {
  Normalised,  // weights add up to 1
  Raw          // as stored in the file: the blended matrix is scaled by the stored sum
};

// What moves the normals.
enum class NormalUse {
  InverseTranspose,  // of the blended 3x3, as its cofactor matrix: the usual way, exact where
                     // weights are constant
  BlendedMatrix,     // the blended 3x3 itself: wrong under scale and shear. For showing that it is
  Exact              // of the posed surface, on which weights change (rig/exact_normals.h). To a
                     // DeformFunction, which does not know the surface, the same as the first
};

// How delta mush smooths (rig/deform/mush_surface.h): so many steps, each by that part of the way
// to the mean of the neighbours.
struct MushSmoothing {
  int steps = 10;  // 0 to kMostMushSteps
  float lambda = 0.5f;

  bool operator==(const MushSmoothing&) const = default;
};
inline constexpr int kMostMushSteps = 100;

// What a deformer that looks around makes of one vertex: v' = to + turn (v - from).
struct VertexMove {
  vec3 from{0.0f}, to{0.0f};
  mat3 turn{1.0f};
};
struct MushSurface;

// A bone from the origin of its joint to where its children begin.
struct BoneEnds {
  vec3 from{0.0f}, to{0.0f};
};

// What some deformers need beside weights and palette: DeformerInfo::needs says which.
struct DeformerData {
  float mix = 0.5f;  // ViewSettings::mix: of dual quaternions, 0 to 1
  // #V: o_i and 1, or zeros for a vertex that has none (rig/deform/rotation_centers.h). Empty:
  // they are not known yet; every vertex then has none.
  std::span<const vec4> center{};
  std::span<const BoneEnds> bone{};  // #S: each joint's bone in bind space; empty: none known
  std::shared_ptr<const void> keep_center{}, keep_bone{};  // who owns them
  // Of all of the mesh; null: not known, or these are not all of its vertices.
  std::shared_ptr<const MushSurface> surface{};
  // #V: where the vertices are a part of a mesh, what delta mush makes of each; else empty.
  std::span<const VertexMove> move{};

  // That of the vertices [first, first + count).
  DeformerData run(std::size_t first, std::size_t count) const;
};

// What a deformer moves: points, by the weights of a mesh. World space out. Matrices are affine
// (last row 0 0 0 1).
struct SkinningInput {
  const Influences& weights;
  const Skin& skin;
  std::span<const float> dq_blend_weight;  // Mesh::dq_blend_weight
  std::span<const vec3> position, normal;  // #V, bind space; normal may be empty
  std::span<const mat4> palette;           // #S, T_s
  const mat4& node_matrix;                 // for vertices without influences: node_skin_matrix()
  WeightUse use = WeightUse::Normalised;
  NormalUse normals = NormalUse::InverseTranspose;
  DeformerData data{};
};
// The mesh's own points. Others, such as morphed ones, are set afterwards.
inline SkinningInput skinning_input(const BoundMesh& bound, std::span<const mat4> palette,
                                    const mat4& node_matrix, WeightUse use = WeightUse::Normalised,
                                    NormalUse normals = NormalUse::InverseTranspose,
                                    DeformerData data = {}) {
  const Mesh& mesh = bound.mesh;
  return {bound.influences, bound.skin,     mesh.dq_blend_weight, mesh.position,
          mesh.normal,      palette,        node_matrix,          use,
          normals,          std::move(data)};
}
// The same vertices with other weights, positions alone. What was made from the weights is left
// out.
SkinningInput with_weights(const SkinningInput& in, const Influences& weights);

// position_out, normal_out: #V each (normal_out may be empty: positions only). A normal that blends
// to zero length comes out as is. The outputs must not overlap the input.
void linear_blend_skinning(const SkinningInput& in, std::span<vec3> position_out,
                           std::span<vec3> normal_out);

// How it is computed. All agree to float rounding; Scalar is plain code for any machine and what
// the others are tested against. The call above takes the best that this machine supports. Normals
// by the blended matrix itself always take the plain path: nobody waits for them.
enum class SkinningPath { Scalar, Sse, Avx2, Avx512 };
bool is_supported(SkinningPath path);
SkinningPath best_skinning_path();
void linear_blend_skinning(SkinningPath path, const SkinningInput& in, std::span<vec3> position_out,
                           std::span<vec3> normal_out);

// W_node mesh_to_bind^-1: what a vertex without influences follows. No edit changes mesh_to_bind.
mat4 node_skin_matrix(const Mesh& mesh, std::span<const mat4> world);

}  // namespace bindpose
