// Delta mush (J. Mancewicz, M. L. Derksen, H. Rijpkema, C. A. Wilson, "Delta Mush: smoothing
// deformations while preserving detail", DigiPro 2014): the surface that the linear blend makes is
// smoothed, and what the same smoothing took from the bind pose is put back, in frames that ride on
// the smoothed surface.
//
//   v'_i = y'_i + F'_i F_i^-1 (v_i - y_i)
//
// y is the bind pose after k steps y <- (1 - lambda) y + lambda (mean of the neighbours), y' the
// linear blend's surface after the same; F the frame of the smoothed surface: its normal (the sum
// of its triangles' by area) and the tangent along one edge that is chosen in the bind pose. The
// neighbours' mean is uniform; borders and what no triangle has are held, so that they stay where
// the linear blend has them; vertices at one place are one, so that a seam does not open
// (rig/deform/mush_surface.h).
//
// Where joints scale or shear, T_j = R_j A_j is split as in rig/dual_quaternion.h and S the linear
// part of sum_j w_ij A_j: F_i is then the frame of the surface stretched by S, and F'_i F_i^-1 S
// brings the difference back. What moves, scales or mirrors as a whole is moved as a whole,
// exactly. The paper knows neither, and there S = 1. Where there is no frame (triangles without
// area, a surface that was flattened) the linear blend's matrix is in its place. Raw weights change
// nothing.
//
// With morphs y is that of the morphed bind pose: what a morph adds is kept, not smoothed. Normals:
// (F' F^-1 S)^-T n; the exact ones are those of the surface that comes out.
//
// No vertex can be moved without those around it. Who moves a part of a mesh has the matrices of
// its vertices made from the whole first: rig/deform/mesh_part.h.
#pragma once

#include <span>
#include <vector>

#include "rig/deform/mush_surface.h"
#include "rig/deformer.h"

namespace bindpose {

// What delta mush is for those vertices of the mesh, in any order. `whole`: all of the mesh, with
// its surface in data.surface.
std::vector<VertexMove> mush_moves(const SkinningInput& whole,
                                   std::span<const std::uint32_t> vertices);
// For all of them, #V.
std::vector<VertexMove> mush_moves(const SkinningInput& whole);

}  // namespace bindpose
