// FBX curves that go on before their first and after their last key.
#pragma once

#include <cstdint>

#include "io/fbx/tree/tree.h"
#include "rig/curve.h"

namespace bindpose {

enum class FbxBeyond { Hold, Slope, Repeat, RepeatRelative, Mirror };

struct FbxExtrapolation {
  FbxBeyond how = FbxBeyond::Hold;
  std::int64_t times = -1;  // how often, -1: without end
};

// `side` is "Pre-Extrapolation" or "Post-Extrapolation" of an AnimationCurve node.
FbxExtrapolation read_fbx_extrapolation(const FbxTree& tree, std::uint32_t node,
                                        std::string_view side);

// Writes out what the curve does from `from` to `to` seconds as keys. False where that would take
// more than `most` keys; the curve then holds its end values.
bool extend(Curve& curve, const FbxExtrapolation& before, const FbxExtrapolation& after,
            double from, double to, std::size_t most);

}  // namespace bindpose
