// Weights of one surface on another one that lies near it: clothes on a body.
#pragma once

#include "rig/automatic/bind_input.h"

namespace bindpose {

// A surface with weights.
struct WeightedSurface {
  std::span<const vec3> position;           // #V
  std::span<const std::uint32_t> triangle;  // 3 #T, all below #V
  const Influences& influences;             // #V rows
};

// The surface that gets them, in the space of the other one. Slots of all rows are of one list.
struct TransferInput {
  std::span<const vec3> position;           // #V
  std::span<const std::uint32_t> triangle;  // 3 #T, all below #V
  std::size_t slots = 0;                    // at most 65,535
  std::span<const std::uint8_t> asked{};    // #V, 1: it gets weights; empty: all do
  const Influences* now = nullptr;          // #V rows, of those that are not asked; null: none
};

struct TransferOptions {
  double distance = 0.05;  // what is farther away is not sure; as a part of the diagonal of the box
                           // around `position`
  double angle = 30.0;     // degrees between the normals, 0 to 180: what is more is not sure
  int limit = 0;           // weights a vertex at most, by limited_evenly(); 0: all
};

// Where the weights of a vertex come from.
enum class WeightOrigin : std::uint8_t {
  None,       // it is not finite, or the other surface has no weights at all: it has none
  Kept,       // it was not asked
  Sure,       // the nearest point of the other surface
  Inpainted,  // what is sure around it
  Nearest     // the nearest point, though that is not sure: no part of its surface is
};

struct TransferredWeights {
  Influences influences;             // #V
  std::vector<WeightOrigin> origin;  // #V
  std::size_t unsure_parts = 0;      // parts of the surface without anything sure
};

// R. Abdrashitov, K. Raichstat, J. Monsen, D. Hill, "Robust Skin Weights Transfer via Weight
// Inpainting", SIGGRAPH Asia 2023 Technical Communications. A vertex takes the weights of the
// nearest point of the other surface, interpolated in its triangle, where that is near enough and
// the normals of both (area-weighted means over the triangles around, whatever the file says) agree
// well enough: there it is sure. The others get the weights that minimise
//
//   sum over slots j of  w_j^T (L + L M^-1 L) w_j,   L, M: rig/automatic/laplacian.h
//
// with those that are sure, and those of vertices that are not asked, as they are; then what is
// below 1/510 goes and the rest adds up to 1. The paper leaves open in which unit of length M is:
// here it is the diagonal of the box around `position`, so that weights do not depend on the file's
// unit. Vertices at one place are one, so that seams do not open.
//
// Of points that are equally near (two sheets that touch) the one whose normal agrees best counts.
// A part of the surface with nothing sure takes the nearest points all the same. Throws BindStopped
// where `progress` says so.
TransferredWeights transferred_weights(const WeightedSurface& from, const TransferInput& to,
                                       const TransferOptions& options,
                                       const BindProgress& progress = {});

}  // namespace bindpose
