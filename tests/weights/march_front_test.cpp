// The front of a march against the definition: one heap.
#include "rig/automatic/march_front.h"

#include <gtest/gtest.h>

#include <limits>
#include <queue>
#include <random>
#include <set>

namespace bindpose::march_front_test {
namespace {

using Reached = MarchFront::Reached;
using Pair = std::pair<float, std::uint32_t>;

// Pops all, and pushes behind each up to three as a march does: within a voxel's width, now and
// then at the very same distance, the same voxel twice.
void expect_as_one_heap(float step, const std::vector<Reached>& seeds, int pushes) {
  std::mt19937 random(7);
  MarchFront front(step);
  std::multiset<Pair> heap;
  const auto push = [&](float distance, std::uint32_t voxel) {
    front.push({distance, voxel});
    heap.emplace(distance, voxel);
  };
  for (const Reached& seed : seeds) push(seed.distance, seed.voxel);
  std::uniform_real_distribution<float> part(0.0f, 1.0f);
  while (!heap.empty()) {
    const std::optional<Reached> now = front.pop();
    ASSERT_TRUE(now);
    ASSERT_EQ(Pair(now->distance, now->voxel), *heap.begin());
    heap.erase(heap.begin());
    for (int k = 0; k < 3 && pushes > 0; ++k, --pushes) {
      const float by = random() % 4 == 0 ? 0.0f : step * part(random);
      push(now->distance + by, static_cast<std::uint32_t>(random() % 500));
    }
  }
  EXPECT_FALSE(front.pop());
}

TEST(MarchFrontTest, ComesOutAsFromOneHeap) {
  expect_as_one_heap(0.01f, {{0.0f, 3}, {0.004f, 2}, {0.004f, 1}, {0.009f, 9}}, 20000);
}

TEST(MarchFrontTest, SeedsFarBehindTheFrontWaitForIt) {
  std::vector<Reached> seeds;
  for (std::uint32_t k = 0; k < 300; ++k) seeds.push_back({0.37f * float(k % 100), k});
  expect_as_one_heap(0.1f, seeds, 20000);
  expect_as_one_heap(0.1f, seeds, 0);
}

// A bone so far off that floats there are wider apart than buckets, and one beyond all floats.
TEST(MarchFrontTest, DistancesMayBeAnything) {
  expect_as_one_heap(1e-3f, {{5e6f, 1}, {5e6f, 0}, {5000001.0f, 4}}, 3000);
  expect_as_one_heap(1e-30f, {{1e30f, 1}, {2e30f, 0}, {0.0f, 4}}, 3000);
  expect_as_one_heap(1.0f, {{std::numeric_limits<float>::infinity(), 1}, {2.0f, 8}}, 3000);
}

TEST(MarchFrontTest, OfNothingIsNothing) {
  EXPECT_FALSE(MarchFront(1.0f).pop());
}

}  // namespace
}  // namespace bindpose::march_front_test
