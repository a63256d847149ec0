// The curves of a lesson's step are computed once, however often a lecture comes back to it.
#include "app/beside/curve_maker.h"

#include <gtest/gtest.h>

#include <thread>

#include "io/import.h"
#include "scene/lesson/lesson.h"
#include "scene/lesson/lesson_plan.h"

namespace bindpose::app::curve_maker_test {
namespace {

constexpr const char* kLesson = R"(---
title: Arms
model: arm.glb
---

## One

```step
slider Bend, 0 to 90 degrees at 10: joint upper_arm rotate 0 0 {}
curve volume ratio over Bend
```

## Two

```step
slider Bend, 0 to 90 degrees at 10: joint upper_arm rotate 0 0 {}
curve stretch over Bend
```
)";

std::shared_ptr<const LessonPlan> planned() {
  std::string error;
  const auto lesson = parse_lesson(kLesson, error);
  EXPECT_TRUE(lesson) << error;
  const auto model = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb");
  const auto plan = plan_lesson(*lesson, model, error);
  EXPECT_TRUE(plan) << error;
  return std::make_shared<LessonPlan>(*plan);
}

std::vector<double> values(const Curves* curves) {
  return curves == nullptr || curves->line.empty() ? std::vector<double>() : curves->line[0].value;
}

TEST(CurveMakerOfALesson, ComesBackToAStepWithoutComputingItsCurvesAgain) {
  const auto plan = planned();
  CurveMaker maker(false);
  const auto one = values(maker.lesson(plan, 0, {10.0}));
  const auto two = values(maker.lesson(plan, 1, {10.0}));
  ASSERT_FALSE(one.empty());
  EXPECT_NE(one, two);
  EXPECT_EQ(maker.made(), 2u);
  maker.forget();  // a step without curves between them
  EXPECT_EQ(values(maker.lesson(plan, 0, {10.0})), one);
  EXPECT_EQ(values(maker.lesson(plan, 1, {10.0})), two);
  EXPECT_EQ(maker.made(), 2u);
  // The same lesson read again may say something else.
  EXPECT_EQ(values(maker.lesson(planned(), 0, {10.0})), one);
  EXPECT_EQ(maker.made(), 3u);
}

}  // namespace
}  // namespace bindpose::app::curve_maker_test
