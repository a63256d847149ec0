// An FBX animation curve as a curve of this program.
#pragma once

#include <optional>

#include "io/fbx/tree/tree.h"
#include "rig/curve.h"

namespace bindpose {

// How a curve's numbers become ours: (ticks - start) / ticks_per_second and value * scale.
struct FbxUnits {
  double ticks_per_second = 46186158000.0;
  double start = 0.0;  // ticks
  double scale = 1.0;
};

// The curve of an AnimationCurve node, tangents solved: automatic ones, TCB, user's and broken
// ones, weighted or not. Nothing where it has no keys, or where the file's arrays do not fit
// together or hold numbers that are not finite. `budget` as in fbx_array.
std::optional<Curve> read_fbx_curve(const FbxTree& tree, std::uint32_t node, const FbxUnits& units,
                                    std::size_t& budget);

// First and last key's time in ticks, without reading more than the times.
struct FbxSpan {
  std::int64_t first, last;
};
std::optional<FbxSpan> fbx_curve_span(const FbxTree& tree, std::uint32_t node, std::size_t& budget);

}  // namespace bindpose
