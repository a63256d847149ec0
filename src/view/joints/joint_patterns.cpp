#include "view/joints/joint_patterns.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "math/numbers.h"
#include "view/joints/joint_colors.h"

namespace bindpose {
namespace {

constexpr std::uint8_t kPatterns[] = {kHatchRising,  0,
                                      kHatchFalling, kHatchDots,
                                      kHatchLevel,   kHatchRising | kHatchFalling,
                                      kHatchUpright, kHatchLevel | kHatchUpright};
constexpr std::size_t kCount = std::size(kPatterns);
constexpr int kMostRounds = 16;  // most; it ends with the first that changes nothing

// What it costs to look like that neighbour. All joints that share vertices with one together
// cost less than its parent: these are at most a few hundred.
std::int64_t cost(JointNeighbour::Kind kind) {
  switch (kind) {
    case JointNeighbour::ParentChild:
      return 1'000'000'000;
    case JointNeighbour::Counterpart:
      return 1'000'000;
    case JointNeighbour::Sibling:
      return 1'000;
    case JointNeighbour::SharedVertices:
      return 100;
    default:
      return 0;
  }
}

}  // namespace

std::vector<std::uint8_t> joint_patterns(const Scene& scene) {
  const std::vector<std::vector<JointNeighbour>> neighbours = joint_neighbours(scene);
  constexpr std::size_t kNone = kCount;
  std::vector<std::size_t> chosen(neighbours.size(), kNone);
  // Every change makes the sum of all costs less, so that this comes to rest.
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      std::array<std::int64_t, kCount> costs{};
      for (const JointNeighbour& n : neighbours[j]) {
        const std::size_t taken = chosen[idx(n.joint)];
        if (taken != kNone) costs[taken] += cost(n.kind);
      }
      // Along a chain all eight come in turn.
      std::size_t best = chosen[j] == kNone ? j % kCount : chosen[j];
      for (std::size_t k = 1; k < kCount; ++k) {
        const std::size_t other = (j + k) % kCount;
        if (costs[other] < costs[best]) best = other;
      }
      changed |= best != chosen[j];
      chosen[j] = best;
    }
  }
  std::vector<std::uint8_t> out;
  out.reserve(chosen.size());
  for (const std::size_t k : chosen) out.push_back(kPatterns[k]);
  return out;
}

}  // namespace bindpose
