#include "math/ranges.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace bindpose::tests::ranges_test {
namespace {

TEST(Ranges, MakeUpTheWhole) {
  for (const std::size_t count : {0u, 1u, 7u, 1000u, 1001u, 4099u}) {
    for (const std::size_t least : {0u, 1u, 100u, 5000u}) {
      std::vector<std::atomic<int>> seen(count);
      std::atomic<std::size_t> calls{0};
      in_ranges(count, least, [&](std::size_t begin, std::size_t end) {
        ++calls;
        for (std::size_t i = begin; i < end; ++i) ++seen[i];
      });
      for (const std::atomic<int>& n : seen) ASSERT_EQ(n, 1) << count << " by " << least;
      EXPECT_LE(calls, std::max<std::size_t>(1, least == 0 ? count : count / least));
    }
  }
}

TEST(Ranges, WhatIsThrownGoesOnAndAllHaveEnded) {
  std::atomic<int> running{0};
  const auto run = [&](std::size_t bad) {
    in_ranges(1000, 1, [&](std::size_t begin, std::size_t end) {
      ++running;
      const bool is_bad = begin <= bad && bad < end;
      --running;
      if (is_bad) throw std::runtime_error("row " + std::to_string(bad));
    });
  };
  EXPECT_THROW(run(0), std::runtime_error);
  EXPECT_THROW(run(999), std::runtime_error);
  EXPECT_EQ(running, 0);
}

}  // namespace
}  // namespace bindpose::tests::ranges_test
