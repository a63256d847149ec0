// The space walker over the view: its keys, its bar, what it lights up; the chord's names and those
// of mistakes.
#include "scene/explain/space_walk.h"
#include "ui/base/draw_helpers.h"
#include "ui/formula/formula_nodes.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::walker_widget_test {
namespace {

class WalkerWidget : public WidgetTest {
 protected:
  WalkerWidget() { document_.apply({SetPinnedVertex{{0, 7}}}); }  // of arm.L
  void set(WalkOf which, float at = 0.0f) {
    ViewSettings view = scene().view;
    view.walker = which;
    view.walker_at = at;
    document_.apply({SetView{view}});
    step();
    step();
  }
  float at() const { return scene().view.walker_at; }
  bool shows(const std::string& name) const { return state_.rects.count(name) > 0; }
  void pull(std::vector<JointWeight> row) {
    document_.apply({SetWeights{{0, 7}, std::move(row)}});
    refresh();
  }
  // What the card shows, letter after letter, in one ink or in all of them.
  std::string letters(const vec3* ink = nullptr) const {
    std::string out;
    for (const ui::Run& run : state_.of_model.walker.morph.shown.runs) {
      if (ink == nullptr || run.ink.color == *ink) out += run.text;
    }
    return out;
  }
  bool says(const std::string& words) const { return letters().find(words) != std::string::npos; }
};

TEST_F(WalkerWidget, KeysOpenItAndGoFromSpaceToSpace) {
  EXPECT_FALSE(shows("walker"));
  press_key(Key::O);
  step();
  EXPECT_EQ(scene().view.walker, WalkOf::Joint);
  EXPECT_TRUE(shows("walker") && shows("walk formula"));
  press_key(Key::Right, {Key::LeftAlt});
  EXPECT_EQ(at(), 1.0f);
  set(WalkOf::Joint, 1.5f);
  press_key(Key::Right, {Key::LeftAlt});
  EXPECT_EQ(at(), 2.0f) << "from between two to the next";
  set(WalkOf::Joint, 1.5f);
  press_key(Key::Left, {Key::LeftAlt});
  EXPECT_EQ(at(), 1.0f);
  // root, hips, spine, arm: eight stages, 0 to 7.
  set(WalkOf::Joint, 100.0f);
  press_key(Key::Right, {Key::LeftAlt});
  EXPECT_EQ(at(), 7.0f);
  press_key(Key::O);
  EXPECT_EQ(scene().view.walker, WalkOf::All);
  press_key(Key::O);
  EXPECT_EQ(scene().view.walker, WalkOf::Off);
  state_.rects.clear();
  step();
  EXPECT_FALSE(shows("walker"));
}

TEST_F(WalkerWidget, PlaysToTheEndAndStops) {
  set(WalkOf::Joint, 5.5f);
  press_key(Key::O, {Key::LeftShift});
  EXPECT_TRUE(state_.of_model.walker.playing);
  float before = at();
  for (int k = 0; k < 100 && state_.of_model.walker.playing; ++k) {
    EXPECT_TRUE(frame({}, 0.1).wants_next_frame);
    EXPECT_GE(at(), before);
    EXPECT_LE(std::floor(at()), std::floor(before) + 1.0f);
    before = at();
  }
  EXPECT_EQ(at(), 7.0f);
  EXPECT_FALSE(state_.of_model.walker.playing);
  press_key(Key::O, {Key::LeftShift});
  EXPECT_LT(at(), 1.0f) << "again from the start";
}

TEST_F(WalkerWidget, TheBarIsDraggedAndCloses) {
  set(WalkOf::Joint);
  const Rect track = rect("walk slider");
  const auto drag_to = [&](float part) {
    const vec2 p(glm::mix(track.lo.x, track.hi.x, part), track.center().y);
    step({mouse_move(track.center().x, track.center().y)});
    step({mouse_button(0, true)});
    step({mouse_move(p.x, p.y)});
    step({mouse_button(0, false)});
  };
  drag_to(0.5f);
  EXPECT_NEAR(at(), 3.5f, 0.05f);
  drag_to(1.0f);
  EXPECT_EQ(at(), 7.0f);
  click("walk of:All");
  step();
  EXPECT_EQ(scene().view.walker, WalkOf::All);
  const Rect card = rect("walker"), view = rect("view");
  EXPECT_GE(card.lo.x, view.lo.x);
  EXPECT_LE(card.hi.y, view.hi.y);
  EXPECT_FALSE(overlaps(card, rect("walk formula")));
  EXPECT_FALSE(overlaps(card, rect("axes"))) << "axes stand above it";
  click("walk close");
  EXPECT_EQ(scene().view.walker, WalkOf::Off);
}

TEST_F(WalkerWidget, WhatIsLitIsWhereTheWalkStands) {
  for (const float stage : {0.0f, 1.0f, 2.5f, 7.0f}) {
    set(WalkOf::Joint, stage);
    const SpaceWalk walk = space_walk(scene(), posed_);
    ASSERT_EQ(state_.highlight.points.size(), 1u);
    EXPECT_LT(glm::distance(state_.highlight.points[0].at, walk_at(walk, stage).legs[0].point),
              1e-6f);
    EXPECT_GE(state_.highlight.lines.size(), 14u) << "the grid";
  }
  EXPECT_EQ(state_.highlight.frames.at(0).name, "world");
}

TEST_F(WalkerWidget, WithoutAVertexItSaysWhatToDo) {
  document_.apply({SetPinnedVertex{}});
  set(WalkOf::All);
  EXPECT_TRUE(shows("walker"));
  state_.rects.clear();
  step();
  EXPECT_FALSE(shows("walk formula"));
  EXPECT_TRUE(state_.highlight.empty());
}

TEST_F(WalkerWidget, ItsFormulaFitsSmallWindows) {
  for (const vec2 size : {vec2(1024, 640), vec2(640, 480), vec2(1920, 1080)}) {
    size_ = size;
    for (const WalkOf which : {WalkOf::Joint, WalkOf::All}) {
      for (float stage = 0; stage < 8; ++stage) {
        set(which, stage);
        const Rect card = rect("walk formula"), view = rect("view");
        EXPECT_GE(card.lo.x, view.lo.x);
        EXPECT_LE(card.hi.x, view.hi.x);
        EXPECT_LE(card.hi.y, rect("walker").lo.y);
        EXPECT_GE(card.lo.y, view.lo.y);
      }
    }
  }
}

// A sum over j of the chain of one joint is no equation.
TEST_F(WalkerWidget, OfOneInfluenceItsOwnTermStandsBesideTheSumOfTheOthers) {
  const std::string own =
      "wiarm.LLrootLhipsLspineLarm.LBarm.L\xE2\x80\x93"
      "1vi";
  const std::string others =
      "+k\xE2\x89\xA0"
      "arm.LwikTkvi";
  const vec3 accent = theme(true).accent;
  set(WalkOf::Joint, 4.0f);
  EXPECT_TRUE(says(own)) << letters();
  EXPECT_FALSE(says(others)) << "it has one influence";
  pull({{joint("arm.L"), 0.5f}, {joint("spine"), 0.3f}, {joint("hips"), 0.2f}});
  for (float stage = 0; stage < 8; ++stage) {
    set(WalkOf::Joint, stage);
    EXPECT_TRUE(says(own + others)) << stage << ": " << letters();
    for (const ui::Run& run : state_.of_model.walker.morph.shown.runs)
      EXPECT_FALSE(run.face == Face::Italic && run.text == "j") << stage;
  }
  EXPECT_NE(letters(&accent).find(others), std::string::npos) << "the last stage adds them";
  set(WalkOf::Joint, 6.0f);
  EXPECT_EQ(letters(&accent), "wiarm.L");
  set(WalkOf::Joint, 1.0f);
  EXPECT_EQ(letters(&accent),
            "Barm.L\xE2\x80\x93"
            "1");
  set(WalkOf::All, 4.0f);
  EXPECT_TRUE(says("jwijL1")) << letters();
  EXPECT_FALSE(says("\xE2\x89\xA0"));
}

// A candidate and what is weighted already look alike: a sum is of weights and candidates.
TEST_F(WalkerWidget, TheSumHasAWeightAndACandidateForEachOrSaysThatTheyAreTheOthers) {
  document_.apply({TransformJoint{joint("arm.L"), TransformJoint::Rotate, {0, 0, 90}}});
  pull({{joint("arm.L"), 0.75f}, {joint("spine"), 0.25f}});
  set(WalkOf::Joint, 7.0f);
  const vec3 at = model_->meshes[0].position[7];
  const auto cells = [](const vec3& p) {
    return cell_text(p.x, 3) + cell_text(p.y, 3) + cell_text(p.z, 3);
  };
  // arm.L is at (0.2, 1.5, 0) and turns about z; spine has not moved.
  const vec3 turned(0.2f - (at.y - 1.5f), 1.5f + (at.x - 0.2f), at.z);
  EXPECT_TRUE(
      says(cells(0.75f * turned + 0.25f * at) + "=0.75" + cells(turned) + "+0.25" + cells(at)))
      << letters();
  EXPECT_FALSE(says("others" + cells(at)));
  pull({{joint("arm.L"), 0.5f}, {joint("spine"), 0.3f}, {joint("hips"), 0.2f}});
  set(WalkOf::Joint, 7.0f);
  EXPECT_TRUE(says("=0.50" + cells(turned) + "+" + cells(0.5f * at) + "by the others"))
      << letters();
}

TEST_F(WalkerWidget, CurvesStandInTheUpperRightCornerAndAreReadOff) {
  document_.apply({SetPinnedVertex{}});
  document_.apply({SetSelection{joint("arm.L")}});
  Curves made;
  made.along = "arm.L about z";
  made.along_unit = "degrees";
  made.title = "Volume";
  for (int k = 0; k <= 10; ++k) made.at.push_back(10.0 * k);
  made.line = {{"one", std::vector<double>(11, 0.5)}, {"two", made.at}};
  curves_ = {nullptr, true, true};
  step();
  EXPECT_TRUE(shows("curves"));
  EXPECT_FALSE(shows("curves plot")) << "they are computed";
  curves_ = {&made, true, false};
  ViewSettings view = scene().view;
  view.sweep = Sweep::Z;
  document_.apply({SetView{view}});
  step();
  const Rect card = rect("curves"), whole = rect("view"), plot = rect("curves plot");
  EXPECT_GT(card.lo.x, whole.center().x);
  EXPECT_LE(card.hi.x, whole.hi.x);
  EXPECT_LT(card.hi.y, whole.hi.y);
  EXPECT_TRUE(plot.lo.x > card.lo.x && plot.hi.y < card.hi.y);
  view.panes = Panes::Two;
  document_.apply({SetView{view}});
  step();
  step();
  EXPECT_FALSE(overlaps(rect("curves"), rect("pane 2"))) << "clear of the pane's name";
  click("curves close");
  EXPECT_EQ(scene().view.sweep, Sweep::Off);
}

TEST_F(WalkerWidget, EveryMistakeIsNamedInItsPane) {
  for (const MistakeInfo& m : kMistakes) {
    ViewSettings view;
    view.mistake = m.mistake;
    document_.apply({SetView{view}});
    state_.rects.clear();
    step();
    EXPECT_EQ(shows("mistake"), m.mistake != Mistake::None) << m.word;
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::walker_widget_test
