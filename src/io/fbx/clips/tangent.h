// Slopes at the keys of FBX curves.
#pragma once

#include <cstdint>

namespace bindpose {

// KeyAttrFlags. Facts: ufbx (ufbx.c, ufbxi_key_flags), which found them by experiment.
namespace fbx_key {
inline constexpr std::uint32_t kConstant = 0x2, kLinear = 0x4, kCubic = 0x8;
inline constexpr std::uint32_t kConstantNext = 0x100;  // beside kConstant
inline constexpr std::uint32_t kAuto = 0x100, kTcb = 0x200, kUser = 0x400, kBroken = 0x800;
inline constexpr std::uint32_t kClamp = 0x1000, kTimeIndependent = 0x2000,
                               kClampProgressive = 0x4000;
inline constexpr std::uint32_t kWeightedRight = 0x1000000, kWeightedNextLeft = 0x2000000;
}  // namespace fbx_key

// A key between its neighbours; `before` and `after` say which of these there are, at another time.
struct FbxNeighbours {
  bool before = false, after = false;
  double time_before = 0.0, time = 0.0, time_after = 0.0;  // seconds
  double value_before = 0.0, value = 0.0, value_after = 0.0;
  double weight_left = 0.0, weight_right = 0.0;
};

// Slope of an automatic tangent. `bias` in percent leans it to the left (< 0) or right segment.
double fbx_auto_slope(const FbxNeighbours& at, double bias, std::uint32_t flags);

struct FbxSlopes {
  double left = 0.0, right = 0.0;
};
// Kochanek-Bartels: tension, continuity, bias.
FbxSlopes fbx_tcb_slopes(const FbxNeighbours& at, double tension, double continuity, double bias);

}  // namespace bindpose
