// Work done side by side, and who is told how far it is.
#include "io/gltf/compressed/run_jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace bindpose {
namespace {

constexpr std::size_t kMuch = std::size_t{1} << 18;  // worth threads

// Until it is set, and not for ever.
void wait_for(const std::atomic<bool>& flag) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

TEST(SideBySide, TellsWhichPartIsDoneWhileTheRestGoesOn) {
  std::atomic<bool> heard{false};
  std::vector<Work> work = {{kMuch, [&] { wait_for(heard); }}, {3 * kMuch, [] {}}};
  std::vector<float> parts;
  run_side_by_side(std::move(work), [&](float part) {
    parts.push_back(part);
    if (part == 0.75f) heard = true;
  });
  EXPECT_TRUE(heard);
  EXPECT_EQ(parts.front(), 0.0f);
  EXPECT_EQ(parts.back(), 1.0f);
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
}

// Each waits until the other has begun.
TEST(SideBySide, TakesMoreThanOneCore) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one core";
  std::atomic<bool> first{false}, second{false};
  std::atomic<int> met{0};
  const auto meet = [&](std::atomic<bool>& mine, const std::atomic<bool>& other) {
    mine = true;
    wait_for(other);
    met += other ? 1 : 0;
  };
  run_side_by_side({{kMuch, [&] { meet(first, second); }}, {kMuch, [&] { meet(second, first); }}},
                   [](float) {});
  EXPECT_EQ(met, 2);
}

TEST(SideBySide, WhoIsToldMayEndIt) {
  std::atomic<bool> heard{false};
  std::vector<Work> work = {{kMuch, [&] { wait_for(heard); }}, {3 * kMuch, [] {}}};
  EXPECT_THROW(run_side_by_side(std::move(work),
                                [&](float part) {
                                  if (part < 0.5f) return;
                                  heard = true;
                                  throw std::runtime_error("enough");
                                }),
               std::runtime_error);
}

TEST(SideBySide, LittleWorkIsDoneAtOnce) {
  std::vector<std::size_t> done;
  std::vector<Work> work;
  for (const std::size_t cost : {1u, 3u, 2u})
    work.push_back({cost, [&, cost] { done.push_back(cost); }});
  run_side_by_side(std::move(work), [](float) {});
  EXPECT_EQ(done, (std::vector<std::size_t>{3, 2, 1}));
}

}  // namespace
}  // namespace bindpose
