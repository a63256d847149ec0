// Curves over a slider and over a joint's angle, and the lines of lessons that ask for them.
#include "scene/curves/curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explain/tube_rig.h"
#include "math/transform.h"

namespace bindpose::curves_test {
namespace {

const auto kGoOn = [] { return false; };

Scene tube_scene() {
  Scene scene = make_scene(tube_rig::model());
  scene.selection.joint = 1;
  scene.view.sweep = Sweep::Y;
  scene.view.sweep_of = SweepOf::Section;
  scene.view.section_at = 0.0f;
  scene.view.sweep_from = 180.0f;  // either order
  scene.view.sweep_to = -180.0f;
  return scene;
}

TEST(SweepCurves, OfATwistAreTheCandyWrapper) {
  const Curves c = make_curves(sweep_curves(tube_scene()), kGoOn);
  ASSERT_EQ(c.line.size(), std::size(kSweptBy));
  ASSERT_EQ(c.at.size(), static_cast<std::size_t>(kCurveSteps + 1));
  EXPECT_EQ(c.at.front(), -180.0);
  EXPECT_EQ(c.at.back(), 180.0);
  for (std::size_t i = 0; i < c.at.size(); ++i) {
    const double half = std::cos(glm::radians(0.5 * c.at[i]));
    EXPECT_NEAR(c.line[0].value[i], half * half, 2e-5) << c.at[i];
    if (std::abs(c.at[i]) < 179) {
      EXPECT_NEAR(c.line[1].value[i], 1.0, 1e-4);
    }
  }
  EXPECT_EQ(c.along, "top about y");
  EXPECT_NEAR(c.value(0, 0.0), 1.0, 1e-6);
  EXPECT_NEAR(c.value(0, 1000.0), 0.0, 1e-6) << "beyond the end it is the end's";
  EXPECT_NEAR(c.value(0, 5.0), 0.5 * (c.line[0].value[18] + c.line[0].value[19]), 1e-9);
}

TEST(SweepCurves, ChangeTheTwistAndNothingElse) {
  Scene scene = tube_scene();
  const mat4 swing = rigs::turn(20, {1, 0, 0});
  scene.pose.user_local[1] = rigs::move(0, 0.1f, 0) * swing * rigs::turn(50, {0, 1, 0});
  EXPECT_NEAR(swept_angle(scene), 50.0, 1e-4);
  EXPECT_LT(max_difference(swept(scene, 50.0).pose.user_local[1], scene.pose.user_local[1]), 1e-6f);
  const mat4 other = rigs::move(0, 0.1f, 0) * swing * rigs::turn(-130, {0, 1, 0});
  EXPECT_LT(max_difference(swept(scene, -130.0).pose.user_local[1], other), 1e-6f);
}

TEST(MakeCurves, StopsAndLeavesNoHalves) {
  int asked = 0;
  CurvesToMake wanted;
  wanted.curves.at = {0, 1, 2, 3};
  wanted.curves.line = {{"a", {}}};
  wanted.values = [](double at) { return std::vector<double>{at}; };
  const Curves c = make_curves(wanted, [&] { return ++asked > 2; });
  EXPECT_TRUE(c.line[0].value.empty());
  EXPECT_TRUE(std::isnan(c.value(0, 1.0)));
}

std::optional<LessonPlan> lesson_with(const std::string& lines, std::string& error) {
  const auto lesson = parse_lesson(
      "---\ntitle: T\nmodel: tube.glb\n---\n## One\ntext\n```step\n" + lines + "\n```\n", error);
  return lesson ? plan_lesson(*lesson, tube_rig::model(), error) : std::nullopt;
}

TEST(LessonCurves, GoOverASlider) {
  std::string error;
  auto plan = lesson_with(
      "view section_at 0\n"
      "slider Twist, 0 to 160 degrees at 80: joint top rotate 0 {} 0\n"
      "slider Lean, -30 to 30 degrees at 0: joint low rotate {} 0 0\n"
      "curve section ratio lbs top, section ratio dqs top, angle top over Twist",
      error);
  ASSERT_TRUE(plan) << error;
  const auto shared = std::make_shared<const LessonPlan>(std::move(*plan));
  const Curves c = make_curves(lesson_curves(shared, 0, {80, 10}), kGoOn);
  ASSERT_EQ(c.line.size(), 3u);
  EXPECT_EQ(c.line[0].label, "cross-section of top, linear blend");
  EXPECT_EQ(c.line[1].label, "cross-section of top, dual quaternions");
  EXPECT_EQ(c.line[2].label, "angle of top");
  EXPECT_EQ(c.along, "Twist");
  EXPECT_EQ(c.start, 80.0);
  for (std::size_t i = 0; i < c.at.size(); ++i) {
    const double half = std::cos(glm::radians(0.5 * c.at[i]));
    EXPECT_NEAR(c.line[0].value[i], half * half, 2e-5);
    EXPECT_NEAR(c.line[1].value[i], 1.0, 1e-4);
    EXPECT_NEAR(c.line[2].value[i], c.at[i], 1e-3);
  }
}

TEST(LessonCurves, SayWhatIsWrong) {
  const std::string slider = "slider Twist, 0 to 160 degrees: joint top rotate 0 {} 0\n";
  for (const auto& [lines, says] : std::initializer_list<std::pair<std::string, const char*>>{
           {"curve volume ratio over Twist", "slider"},
           {slider + "curve volume ratio over Bend", "Bend"},
           {slider + "curve volumes ratio over Twist", "volumes ratio"},
           {slider + "curve volume ratio,, volume over Twist", "one to 6"},
           {slider + "curve volume, volume, volume, volume, volume, volume, volume", "one to 6"},
           {slider + "curve over Twist", "over Twist"}}) {
    std::string error;
    EXPECT_FALSE(lesson_with(lines, error)) << lines;
    EXPECT_NE(error.find(says), std::string::npos) << error;
    EXPECT_TRUE(error.starts_with("Line ")) << error;
  }
  std::string error;
  EXPECT_TRUE(lesson_with(slider + "curve volume ratio", error)) << "its only slider: " << error;
}

}  // namespace
}  // namespace bindpose::curves_test
