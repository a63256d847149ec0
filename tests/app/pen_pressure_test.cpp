#include "app/pen_pressure.h"

#include <gtest/gtest.h>

#include <array>

namespace bindpose::app {
namespace {

TEST(PenPressure, IsThatOfTheTabletThatIsPressed) {
  using Pens = std::array<PenState, 3>;
  EXPECT_EQ(pressure_of({}), 1.0f) << "the mouse";
  EXPECT_EQ(pressure_of(Pens{{{0, 2048, 512, true}, {0, 255, 0, true}, {}}}), 0.25f);
  EXPECT_EQ(pressure_of(Pens{{{-100, 100, 0, true}, {}, {}}}), 0.5f);
  EXPECT_EQ(pressure_of(Pens{{{0, 2048, 0, true}, {0, 255, 0, true}, {}}}), 1.0f)
      << "both pens lie aside";
  EXPECT_EQ(pressure_of(Pens{{{0, 255, 60, false}, {}, {}}}), 1.0f) << "a touchpad";
  EXPECT_EQ(pressure_of(Pens{{{5, 5, 5, true}, {}, {}}}), 1.0f) << "no range";
  EXPECT_EQ(pressure_of(Pens{{{0, 100, 140, true}, {}, {}}}), 1.0f);
}

}  // namespace
}  // namespace bindpose::app
