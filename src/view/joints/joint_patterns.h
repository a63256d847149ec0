// Which hatching each joint has where joints are told apart by more than their colour.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// What a hatching is made of; the bits of a pattern. 0: plain.
enum HatchLine : std::uint8_t {
  kHatchRising = 1,   // from lower left to upper right
  kHatchFalling = 2,  // from upper left to lower right
  kHatchLevel = 4,
  kHatchUpright = 8,
  kHatchDots = 16
};

// #J, each one of eight patterns: plain, one kind of line, two that cross, or dots. A joint's is
// not that of its parent or children, nor of its counterpart, as long as eight are enough; then
// siblings and joints that pull on the same vertices are kept apart as far as there is room.
// Depends on nothing but the model and its weights.
std::vector<std::uint8_t> joint_patterns(const Scene& scene);

}  // namespace bindpose
