// T_j as a screw, by matrices that are made of one.
#include "view/marks/screw.h"

#include <gtest/gtest.h>

#include "view/rigs.h"

namespace bindpose::screw_test {
namespace {

using rigs::move;
using rigs::turn;

// Turns about the line through (1, 0, 2) along y and goes on along it.
mat4 screw(float degrees, float way) {
  return move(1, way, 2) * turn(degrees, {0, 1, 0}) * move(-1, 0, -2);
}

TEST(ScrewMark, HasTheLineTheTurnAndTheWay) {
  const vec3 joint(1.5f, 3.0f, 2.0f);
  const ScrewMark m = screw_mark(screw(60, 0.25f), joint, 2.0f);
  ASSERT_EQ(m.kind, ScrewMark::Turn);
  for (const vec3& p : {m.line_from, m.line_to, m.middle}) {
    EXPECT_NEAR(p.x, 1.0f, 1e-4f);
    EXPECT_NEAR(p.z, 2.0f, 1e-4f);
  }
  EXPECT_NEAR(m.middle.y, 3.0f, 1e-4f) << "beside the joint";
  EXPECT_LT(m.line_from.y, 3.0f);
  EXPECT_GT(m.line_to.y, 3.0f);
  // The arc is the joint's own way about the line.
  EXPECT_LT(glm::distance(m.arc.front(), joint), 1e-4f);
  EXPECT_LT(glm::distance(m.arc.back(), vec3(screw(60, 0) * vec4(joint, 1))), 1e-4f);
  for (const vec3& p : m.arc) {
    EXPECT_NEAR(glm::distance(p, vec3(1, 3, 2)), 0.5f, 1e-4f);
    EXPECT_NEAR(p.y, 3.0f, 1e-4f);
  }
  EXPECT_LT(glm::distance(m.slide_from, m.middle), 1e-5f);
  EXPECT_LT(glm::distance(m.slide_to - m.slide_from, vec3(0, 0.25f, 0)), 1e-4f);
  EXPECT_EQ(m.label, "60.0\xC2\xB0 about this line, 0.25 along it");
}

TEST(ScrewMark, ATurnAlongNothingSaysSo) {
  const ScrewMark m = screw_mark(screw(-60, 0), {1.5f, 3.0f, 2.0f}, 2.0f);
  EXPECT_EQ(m.label, "60.0\xC2\xB0 about this line");
  EXPECT_EQ(m.slide_from, m.slide_to);
  // The other way round: the line points down, and the arc goes there.
  EXPECT_LT(m.line_to.y, m.line_from.y);
  EXPECT_LT(glm::distance(m.arc.back(), vec3(screw(-60, 0) * vec4(1.5f, 3, 2, 1))), 1e-4f);
}

// A joint on the line has no way of its own, and one that is far has too long a one.
TEST(ScrewMark, TheArcIsNeitherAPointNorOutOfSight) {
  const auto radius = [](const vec3& joint) {
    const ScrewMark m = screw_mark(screw(90, 0), joint, 2.0f);
    for (const vec3& p : m.arc) {
      EXPECT_NEAR(glm::distance(p, m.middle), glm::distance(m.arc[0], m.middle), 1e-4f);
      EXPECT_NEAR(p.y, joint.y, 1e-4f);
    }
    const vec3 a = m.arc.front() - m.middle, b = m.arc.back() - m.middle;
    EXPECT_NEAR(glm::dot(a, b), 0.0f, 1e-4f) << "a quarter";
    return glm::distance(m.arc[0], m.middle);
  };
  EXPECT_NEAR(radius({1, 5, 2}), 0.24f, 1e-4f);
  EXPECT_NEAR(radius({1.3f, 5, 2}), 0.3f, 1e-4f);
  EXPECT_NEAR(radius({9, 5, 2}), 0.6f, 1e-4f);
}

TEST(ScrewMark, WhatDoesNotTurnIsAnArrowOrNothing) {
  const vec3 joint(0, 1, 0);
  const ScrewMark shift = screw_mark(move(0.5f, 0, 0), joint, 2.0f);
  EXPECT_EQ(shift.kind, ScrewMark::Shift);
  EXPECT_TRUE(shift.arc.empty());
  EXPECT_EQ(shift.slide_from, joint);
  EXPECT_LT(glm::distance(shift.slide_to, vec3(0.5f, 1, 0)), 1e-6f);
  EXPECT_EQ(shift.label, "moves by 0.5");
  const ScrewMark still = screw_mark(mat4(1.0f), joint, 2.0f);
  EXPECT_EQ(still.kind, ScrewMark::Still);
  EXPECT_TRUE(still.arc.empty());
  EXPECT_EQ(still.slide_from, still.slide_to);
  EXPECT_EQ(still.label, "moves nothing");
  for (const mat4& m : {rigs::stretch(1, 2, 1), rigs::stretch(-1, 1, 1)}) {
    EXPECT_EQ(screw_mark(m, joint, 2.0f).kind, ScrewMark::NotRigid);
    EXPECT_TRUE(screw_mark(m, joint, 2.0f).arc.empty());
  }
}

}  // namespace
}  // namespace bindpose::screw_test
