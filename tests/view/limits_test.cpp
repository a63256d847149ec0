// The arcs of a joint's limits, by closed forms.
#include "view/marks/limits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/edit/edit.h"
#include "view/rigs.h"

namespace bindpose::limits_test {
namespace {

using rigs::move;

class Limits : public ::testing::Test {
 protected:
  Document document{make_scene(rigs::model(
      {{"root", -1, move(0, 1, 0)}, {"arm", 0, move(2, 0, 0)}, {"hand", 1, move(1, 0, 0)}}))};

  void say(const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, document.scene(), error);
    ASSERT_TRUE(edit) << error;
    document.apply({*edit});
  }
  std::vector<LimitArc> arcs() {
    return limit_arcs(document.scene(), evaluate(document.scene()), 1, 0.5f);
  }
};

vec3 at(double x, double y, double z) {
  return vec3(2, 1, 0) + 0.5f * vec3(x, y, z);
}

TEST_F(Limits, AreArcsAboutTheJointsOwnAxes) {
  EXPECT_TRUE(arcs().empty());
  say("limit arm x 0 90");
  say("limit arm z -90 30");
  ASSERT_EQ(arcs().size(), 2u);
  const LimitArc x = arcs()[0], z = arcs()[1];
  EXPECT_EQ(x.axis, 0);
  EXPECT_LT(glm::distance(x.center, vec3(2, 1, 0)), 1e-6f);
  EXPECT_LT(glm::distance(x.arc.front(), at(0, 1, 0)), 1e-6f) << "0 is along y";
  EXPECT_LT(glm::distance(x.arc.back(), at(0, 0, 1)), 1e-6f) << "a quarter on is along z";
  EXPECT_LT(glm::distance(x.now, x.arc.front()), 1e-6f);
  EXPECT_EQ(z.axis, 2);
  EXPECT_LT(glm::distance(z.arc.front(), at(0, -1, 0)), 1e-6f);
  EXPECT_LT(glm::distance(z.arc.back(), at(std::cos(kPi / 6), 0.5, 0)), 1e-6f);
  for (const vec3& p : z.arc) EXPECT_NEAR(glm::distance(p, z.center), 0.5f, 1e-6f);
}

TEST_F(Limits, OfItsBoneAreAConeAboutWhereTheBasePoseHasIt) {
  const auto cone = [this](int child = 2) {
    return limit_cone(document.scene(), evaluate(document.scene()), 1, child, 0.5f);
  };
  EXPECT_FALSE(cone());
  say("limit arm 30");
  ASSERT_TRUE(cone());
  EXPECT_FALSE(cone(1)) << "no child of it";
  EXPECT_FALSE(cone(-1));
  say("joint arm rotate 0 0 20");
  const LimitCone c = *cone();
  EXPECT_LT(glm::distance(c.center, vec3(2, 1, 0)), 1e-6f);
  EXPECT_EQ(c.rim.front(), c.rim.back());
  for (const vec3& p : c.rim) {
    EXPECT_NEAR(glm::distance(p, c.center), 0.5f, 1e-6f);
    EXPECT_NEAR(p.x - 2, 0.5 * std::cos(kPi / 6), 1e-6) << "the bone runs along x";
  }
  EXPECT_LT(glm::distance(c.now, at(std::cos(kPi / 9), std::sin(kPi / 9), 0)), 1e-6f);
  EXPECT_FALSE(c.beyond);
  say("joint arm rotate 0 0 10");
  EXPECT_FALSE(cone()->beyond) << "it stands at its end";
  say("joint arm rotate 0 0 1");
  EXPECT_TRUE(cone()->beyond);
}

TEST_F(Limits, TellWhereTheJointStandsAndWhatIsBeyond) {
  say("limit arm x -20 45");
  say("joint arm rotate 30 0 0");
  EXPECT_LT(glm::distance(arcs()[0].now, at(0, std::cos(kPi / 6), 0.5)), 1e-6f);
  EXPECT_FALSE(arcs()[0].beyond);
  say("joint arm rotate 30 0 0");
  EXPECT_TRUE(arcs()[0].beyond);
  // What comes after x in Rz Ry Rx takes its arc along; the joint above does, too.
  say("reset all");
  say("joint arm rotate 0 0 90");
  EXPECT_LT(glm::distance(arcs()[0].now, at(-1, 0, 0)), 1e-6f);
  say("reset all");
  say("joint root rotate 0 90 0");
  EXPECT_LT(glm::distance(arcs()[0].center, vec3(0, 1, -2)), 1e-6f);
  EXPECT_TRUE(limit_arcs(document.scene(), evaluate(document.scene()), 7, 1.0f).empty());
  Scene broken = document.scene();
  broken.pose.user_local[1][0].x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(limit_arcs(broken, evaluate(document.scene()), 1, 1.0f).empty());
}

}  // namespace
}  // namespace bindpose::limits_test
