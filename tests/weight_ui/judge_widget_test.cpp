// "Judge these weights": of the pane that was clicked last, where two are compared. And the choice
// of joints beside it.
#include "ui/harness.h"

namespace bindpose::ui::testing::judge_widget_test {
namespace {

class JudgeWidget : public WidgetTest {
 protected:
  JudgeWidget() {
    size_ = {1280.0f, 1400.0f};
    state_.right.tab = InspectorTab::Weights;
    state_.bind.open = true;
    step();
    step();
  }
  void compare() {
    other_ = Document(make_scene(make_rig()));
    ViewSettings view = scene().view;
    view.panes = Panes::Two;
    view.other_file = true;
    document_.apply({SetView{view}});
    step();
    step();
  }
  // Of which pane's weights a click asks; -1: of none.
  int judged(std::size_t focused) {
    state_.panes.focused = focused;
    step();
    const vec2 at = state_.rects.at("judge weights").center();
    step({mouse_move(at.x, at.y)});
    int asked = -1;
    for (int k = 0; k < 6; ++k) {
      const UiOutput out = frame(k == 0   ? std::vector<InputEvent>{mouse_button(0, true)}
                                 : k == 1 ? std::vector<InputEvent>{mouse_button(0, false)}
                                          : std::vector<InputEvent>{});
      if (out.requests.judge_weights) asked = out.requests.judge_other ? 1 : 0;
    }
    return asked;
  }
};

TEST_F(JudgeWidget, JudgesThePaneThatWasClickedLast) {
  EXPECT_EQ(judged(0), 0);
  compare();
  EXPECT_EQ(judged(0), 0);
  EXPECT_EQ(judged(1), 1);
  other_ = {};
  ViewSettings view = scene().view;
  view.panes = Panes::Two;
  view.other_file = false;
  document_.apply({SetView{view}});
  EXPECT_EQ(judged(1), 0) << "both panes show the same weights";
}

// A column for each method, one beside the other, as soon as there are two.
TEST_F(JudgeWidget, WhatWasJudgedStandsSideBySide) {
  const auto judge = [&](const char* name) {
    JudgedWeights made{name, {}, {}};
    made.figures = scene_figures(scene());
    made.lines = figure_lines(made.figures, *scene().model);
    judged_.push_back(std::move(made));
    step();
    step();
  };
  judge("heat");
  EXPECT_FALSE(state_.rects.contains("judged:heat"));
  judge("voxel falloff 0.3 resolution 64");
  judge("file");
  for (const char* figure : {"roughness", "steepness", "leak %", "volume %", "influences"}) {
    const auto at = [&](const std::string& of) {
      return state_.rects.at("judged:" + of + " " + figure);
    };
    const Rect a = at("heat"), b = at("voxel falloff 0.3 resolution 64"), c = at("file");
    EXPECT_LE(a.hi.x, b.lo.x) << figure;
    EXPECT_LE(b.hi.x, c.lo.x) << figure;
    EXPECT_EQ(a.lo.y, c.lo.y) << figure;
    EXPECT_LE(c.hi.x, size_.x) << figure;
  }
}

TEST_F(JudgeWidget, TheJointsAreAChoiceOfEachMethod) {
  const auto joints = [&](BindMethod method) { return state_.bind.numbers.at(method).joints; };
  state_.bind.method = BindMethod::Heat;
  step();
  step();
  EXPECT_EQ(joints(BindMethod::Heat), BindJoints::Weighted);
  click("bind joints:all");
  step();
  EXPECT_EQ(joints(BindMethod::Heat), BindJoints::All);
  state_.bind.method = BindMethod::Voxel;
  step();
  step();
  EXPECT_EQ(joints(BindMethod::Voxel), BindJoints::Weighted);
  click("bind joints:all");
  step();
  EXPECT_EQ(joints(BindMethod::Voxel), BindJoints::All);
  click("bind joints:with weight");
  step();
  EXPECT_EQ(joints(BindMethod::Voxel), BindJoints::Weighted);
  EXPECT_EQ(joints(BindMethod::Heat), BindJoints::All);
}

}  // namespace
}  // namespace bindpose::ui::testing::judge_widget_test
