// Linear blend skinning on the CPU. v' = (sum_j w_ij T_j) v; normals by the cofactor matrix of the
// blended 3x3, normalised (Magnenat-Thalmann et al. 1988; inverse transpose: Turkowski 1990).
#pragma once

#include <span>

#include "rig/mesh.h"

namespace bindpose {

enum class WeightUse {
  Normalised,  // weights add up to 1
  Raw          // as stored in the file: the blended matrix is scaled by the stored sum
};

// What moves the normals.
enum class NormalUse {
  InverseTranspose,  // of the blended 3x3, as its cofactor matrix: at right angles to the surface
  BlendedMatrix      // the blended 3x3 itself: wrong under scale and shear. For showing that it is
};

// position_out, normal_out: #V each (normal_out may be empty: positions only). palette: #S, T_s.
// node_matrix moves the vertices without influences: T of the mesh's node (W_node mesh_to_bind^-1,
// see `node_skin_matrix`). World space out. A normal that blends to zero length comes out as is.
// Matrices are affine (last row 0 0 0 1); the outputs must not overlap the mesh.
void linear_blend_skinning(const Mesh& mesh, std::span<const mat4> palette, const mat4& node_matrix,
                           WeightUse use, std::span<vec3> position_out, std::span<vec3> normal_out);

// The same for other points than the mesh's own, #V each: morphed ones. Plain normals take the
// plain path: nobody waits for them.
void linear_blend_skinning(const Mesh& mesh, std::span<const vec3> position,
                           std::span<const vec3> normal, std::span<const mat4> palette,
                           const mat4& node_matrix, WeightUse use, std::span<vec3> position_out,
                           std::span<vec3> normal_out,
                           NormalUse normals = NormalUse::InverseTranspose);

// How it is computed. All agree to float rounding; Scalar is plain code for any machine and what
// the others are tested against. The call above takes the best that this machine supports.
enum class SkinningPath { Scalar, Sse, Avx2, Avx512 };
bool is_supported(SkinningPath path);
SkinningPath best_skinning_path();
void linear_blend_skinning(SkinningPath path, const Mesh& mesh, std::span<const mat4> palette,
                           const mat4& node_matrix, WeightUse use, std::span<vec3> position_out,
                           std::span<vec3> normal_out);

// W_node mesh_to_bind^-1: what a vertex without influences follows.
mat4 node_skin_matrix(const Mesh& mesh, std::span<const mat4> world);

}  // namespace bindpose
