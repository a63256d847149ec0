#include <cmath>

#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/formula/inline_formula.h"
#include "ui/formula/large/formula_large.h"
#include "ui/harness.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui::testing::test_lesson {
namespace {

constexpr const char* kLesson = R"(---
title: Arms
model: rig.glb
---

## One

The angle is {angle arm.L = 30}. Words and **bold** words in $T_j$.

```step
select arm.L
slider Bend, 0 to 120 degrees at 30: joint arm.L rotate 0 0 {}
```

## Two

More.

## Three

Most.
)";

class LessonUiWidget : public WidgetTest {
 protected:
  LessonUiWidget() {
    open_lesson(kLesson);
    for (int i = 0; i < 3; ++i) step();
  }
};

TEST_F(LessonUiWidget, ArrowAndPageKeysWalkTheSteps) {
  press_key(Key::Right);
  EXPECT_EQ(lesson_step_, 1u);
  press_key(Key::PageDown);
  EXPECT_EQ(lesson_step_, 2u);
  press_key(Key::PageDown);  // the last one stays
  EXPECT_EQ(lesson_step_, 2u);
  press_key(Key::PageUp);
  press_key(Key::Left);
  press_key(Key::Left);
  EXPECT_EQ(lesson_step_, 0u);
  EXPECT_EQ(scene().pose.base, BasePose::Rest) << "the arrows stepped through the clip as well";
  press_key(Key::Period);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
}

// As narrow as lets every step's text stand in the panel, and as wide in every step.
TEST_F(LessonUiWidget, TheColumnIsNoWiderThanItsText) {
  const float few = rect("lesson").size().x;
  EXPECT_LT(few, 0.25f * size_.x);
  std::string words;
  for (int i = 0; i < 120; ++i) words += "word ";
  std::string text(kLesson);
  text.replace(text.find("More."), 5, words);
  open_lesson(text);
  for (int i = 0; i < 3; ++i) step();
  const float many = rect("lesson").size().x;
  EXPECT_GT(many, few + 5.0f);
  press_key(Key::Right);
  step();
  step();
  EXPECT_EQ(lesson_step_, 1u);
  EXPECT_EQ(rect("lesson").size().x, many);
  EXPECT_LE(state_.lesson.overflow, 1.0f);
}

TEST_F(LessonUiWidget, WithoutALessonTheArrowsStepThroughTheClip) {
  lesson_.reset();
  press_key(Key::Right);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  EXPECT_NEAR(scene().pose.time, 1.0 / 30.0, 1e-9);
}

TEST_F(LessonUiWidget, DotsAndArrowsOfThePanelGoToSteps) {
  click("step dot:2");
  EXPECT_EQ(lesson_step_, 2u);
  click("step back");
  EXPECT_EQ(lesson_step_, 1u);
  click("next step");
  EXPECT_EQ(lesson_step_, 2u);
}

TEST_F(LessonUiWidget, ASliderPosesTheJointAndIsOneUndoStep) {
  const Rect track = rect("lesson slider:0");
  const float y = track.center().y;
  const int before = count_undo_steps();
  step({mouse_move(track.center().x, y)});
  step({mouse_button(0, true)});
  for (int i = 1; i <= 5; ++i) step({mouse_move(track.center().x + 8.0f * float(i), y)});
  step({mouse_button(0, false)});
  const double degrees = state_.of_model.lesson.sliders.at(0);
  EXPECT_GT(degrees, 60.0);
  EXPECT_EQ(degrees, std::round(degrees));
  const mat4 wanted = to_matrix(
      Transform{{}, rotation_from_degrees({0, 0, static_cast<float>(degrees)}), vec3(1.0f)});
  EXPECT_LT(max_difference(user_local("arm.L"), wanted), 1e-5f);
  EXPECT_EQ(count_undo_steps(), before + 1);
  press_key(Key::Z, {Key::LeftCtrl});
  step();
  EXPECT_NEAR(state_.of_model.lesson.sliders.at(0), 30.0, 1e-2);
}

TEST_F(LessonUiWidget, ADoubleClickTakesTheSliderToItsStart) {
  const Rect track = rect("lesson slider:0");
  click_at({track.hi.x - 2.0f, track.center().y});
  EXPECT_NEAR(state_.of_model.lesson.sliders.at(0), 120.0, 1e-6);
  double_click("lesson slider:0");
  EXPECT_NEAR(state_.of_model.lesson.sliders.at(0), 30.0, 1e-6);
  EXPECT_LT(max_difference(user_local("arm.L"),
                           lesson_->steps[0].start.pose.user_local[std::size_t(joint("arm.L"))]),
            1e-5f);
}

TEST_F(LessonUiWidget, FiguresFollowThePose) {
  ASSERT_EQ(state_.of_model.lesson.figures.text.size(), 1u);
  EXPECT_EQ(state_.of_model.lesson.figures.text[0].text, "30\xC2\xB0");
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 15}}});
  refresh();
  step();
  EXPECT_EQ(state_.of_model.lesson.figures.text[0].text, "45\xC2\xB0");
}

TEST_F(LessonUiWidget, PresenterModeLeavesTheLessonAndTheView) {
  press_key(Key::F5);
  EXPECT_TRUE(state_.presenter);
  EXPECT_EQ(state_.rects.count("menu:File"), 0u);
  EXPECT_EQ(state_.rects.count("toolbar"), 0u);
  const Rect lesson = rect("lesson"), view = rect("view");
  EXPECT_EQ(lesson.lo, vec2(0.0f));
  EXPECT_EQ(view.hi, size_);
  EXPECT_EQ(view.lo.x, lesson.hi.x);
  // The keys that are pressed are shown, for a while.
  press_key(Key::Z, {Key::LeftCtrl});
  ASSERT_EQ(state_.shown_keys.size(), 1u);
  EXPECT_EQ(state_.shown_keys[0].text, "Ctrl+Z");
  for (int i = 0; i < 30; ++i) frame({}, 0.1);
  EXPECT_TRUE(state_.shown_keys.empty());
  EXPECT_FALSE(last_.draws_on());
  press_key(Key::Escape);
  EXPECT_FALSE(state_.presenter);
}

TEST_F(LessonUiWidget, LettersAreAThirtySixthOfThePictureInPresenterMode) {
  for (const float height : {480.0f, 720.0f, 768.0f, 1080.0f, 1440.0f}) {
    // Capitals are 9.7 pixels high at scale 1 and 0.72 of the type's size.
    EXPECT_GE(presenter_scale(height, 1.0f) * 9.7f / 0.72f, height / 36.0f) << height;
  }
  EXPECT_EQ(presenter_scale(720.0f, 3.0f), 3.0f);
}

TEST_F(LessonUiWidget, TheMenuOpensLessons) {
  lessons_ = {{"First", "About it", "/l/1.md"}, {"Second", "", "/l/2.md"}};
  step();
  click("menu:Lessons");
  click("menu:lesson 2");
  EXPECT_EQ(opened_lesson_, "/l/2.md");
}

TEST_F(LessonUiWidget, TheMenuRecordsSteps) {
  click("menu:Lessons");
  click("menu:Record this view as a step...");
  ASSERT_TRUE(state_.browser.open);
  EXPECT_EQ(state_.browser.purpose, BrowserPurpose::RecordStep);
}

TEST_F(LessonUiWidget, WordsWrapAndNarrowColumnsAreHigher) {
  Theme colors = theme(true);
  UiInput input{document_, posed_, bones_, camera_};
  UiOutput out;
  begin_frame({}, size_, 1.0f, 0.01);
  Frame f{state_, input, out, colors, 1.0f, {}};
  const auto& text = lesson_->lesson.steps[0].text;
  const std::vector<FigureText> figures{{"30"}};
  const float wide = draw_rich_text(f, nullptr, {}, 2000.0f, {text, figures});
  const float narrow = draw_rich_text(f, nullptr, {}, 120.0f, {text, figures});
  EXPECT_GT(wide, 10.0f);
  EXPECT_GT(narrow, 2.0f * wide);
  ImGui::EndFrame();
}

TEST(InlineFormula, SubscriptsAndSuperscripts) {
  const std::vector<FormulaRun> runs = formula_runs("T_j = W_j B_j^{-1}");
  ASSERT_EQ(runs.size(), 7u);
  EXPECT_EQ(runs[1].text, "j");
  EXPECT_EQ(runs[1].level, -1);
  EXPECT_EQ(runs[6].level, 1);
  EXPECT_TRUE(runs[6].same_place);
  EXPECT_EQ(formula_runs("\\sum_j w_{ij}")[0].text, "\xCE\xA3");
}

TEST(InlineFormula, ANodeHasItsScriptsAndSums) {
  const Node node = formula_node("v' = \\sum_j w_{ij} T_j^{-1} v", {});
  ASSERT_FALSE(node.children.empty());
  EXPECT_TRUE(node.children[0].prime);
  int sums = 0, both = 0;
  for (const Node& part : node.children) {
    sums += part.kind == Node::Kind::Sum ? 1 : 0;
    both += part.kind == Node::Kind::Script && part.children.size() == 3 &&
                    !part.children[1].children.empty() && !part.children[2].children.empty()
                ? 1
                : 0;
  }
  EXPECT_EQ(sums, 1);
  EXPECT_EQ(both, 1) << "T_j^-1 has both";
}

TEST(InlineFormula, IndicesSlantAndWordsStandUpright) {
  const auto index = [](const char* formula) {
    return formula_node(formula, {}).children[0].children[1];
  };
  EXPECT_EQ(index("w_{ij}").children[0].face, Face::Italic);
  const Node named = index("w_{i,lower}");
  ASSERT_EQ(named.children.size(), 3u);
  EXPECT_EQ(named.children[0].face, Face::Italic);
  EXPECT_EQ(named.children[2].face, Face::Upright);
}

TEST(LessonFormulas, AreThoseThatCanBeDrawn) {
  ASSERT_EQ(std::size(kLessonFormulas), std::size(kFormulaWords));
  for (const std::string_view word : kLessonFormulas) EXPECT_TRUE(formula_of(word)) << word;
}

TEST(LessonColors, ReachAaOnTheirGround) {
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    EXPECT_GE(contrast(t.text, t.panel), 4.5f);
    EXPECT_GE(contrast(t.text_dim, t.panel), 4.5f);
    EXPECT_GE(contrast(t.accent, t.panel), 4.5f) << "figures are set in the accent, dark " << dark;
  }
}

// Large formulas fill the view's width on a small projector: axes and legend stand above them.
TEST_F(LessonUiWidget, NothingStandsOverTheFormula) {
  state_.presenter = true;
  for (const vec2 size : {vec2(1024, 768), vec2(1280, 720)}) {
    size_ = size;
    state_.scale = presenter_scale(size.y, 1.0f);
    load_fonts("", "", state_.scale);
    build_fonts();
    for (const std::string_view word : kLessonFormulas) {
      lesson_->lesson.steps[0].formula = word;
      ViewSettings view = scene().view;
      view.show = Show::Weights;
      document_.apply({SetView{view}});
      document_.apply({SetPinnedVertex{{0, 9}}});
      for (int i = 0; i < 4; ++i) step();
      const Rect card = rect("lesson formula");
      ASSERT_GT(card.hi.x, card.lo.x);
      press_key(Key::F8);
      step();
      for (const char* other : {"axes", "legend", "pressed keys"}) {
        const Rect r = rect(other);
        const bool apart = r.hi.y <= card.lo.y || r.lo.y >= card.hi.y || r.hi.x <= card.lo.x ||
                           r.lo.x >= card.hi.x;
        EXPECT_TRUE(apart) << word << ": " << other << " at " << size.x;
      }
      for (int i = 0; i < 20 && !state_.shown_keys.empty(); ++i) frame({}, 0.2);
      EXPECT_TRUE(state_.shown_keys.empty());
      step();
      EXPECT_FALSE(last_.draws_on());
    }
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::test_lesson
