// What is made beside the window is looked at when it is there, however quickly that was.
#include "app/beside/latest.h"

#include <gtest/gtest.h>

#include <thread>

namespace bindpose::app::latest_test {
namespace {

TEST(Latest, WhatBecomesDoneUnseenIsAskedForOnceMore) {
  Latest<int, int> latest(true);
  std::atomic<bool> done{false};
  const auto make = [&done](const Latest<int, int>::Stopped&) {
    done = true;
    return 7;
  };
  const auto serves = [](int) { return true; };
  EXPECT_EQ(latest.get(1, serves, make), nullptr);
  while (!done) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(latest.busy()) << "nobody has seen it: the window must not rest yet";
  EXPECT_FALSE(latest.busy());
  const int* made = latest.get(1, serves, make);
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(*made, 7);
}

}  // namespace
}  // namespace bindpose::app::latest_test
