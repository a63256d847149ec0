// The tab Differences: what a click on a line does, lines that lead nowhere, lists that are long.
#include "ui/compare/differences_panel.h"

#include "ui/harness.h"

namespace bindpose::ui::testing::differences_test {
namespace {

class DifferencesWidget : public WidgetTest {
 protected:
  DifferencesWidget() {
    size_ = {1280.0f, 1600.0f};
    other_ = Document(make_scene(make_rig()));
    for (int p = 0; p < kDiffParts; ++p)
      account_.part.push_back({static_cast<DiffPart>(p), false, "the same", {}, {}});
    account_.same = false;
    ViewSettings view = scene().view;
    view.other_file = true;
    view.panes = Panes::Two;
    document_.apply({SetView{view}});
    other_ = Document([&] {
      Scene scene = make_scene(make_rig(), view);
      return scene;
    }());
    state_.right.tab = InspectorTab::Differences;
    redraw();
  }
  void redraw() {
    step();
    step();
  }
  DiffChapter& part(DiffPart p) { return account_.part[static_cast<std::size_t>(p)]; }
  bool shows(const std::string& name) const { return state_.rects.count(name) > 0; }
};

TEST_F(DifferencesWidget, AJointIsSelectedInThePoseThatTheLineTellsOf) {
  DiffRow row{"spine", "20 mm"};
  row.joint_a = joint("spine");
  row.joint_b = 2;
  part(DiffPart::Bind).rows = part(DiffPart::Rest).rows = {row};
  account_.first = row;
  account_.first_part = DiffPart::Bind;
  redraw();
  document_.apply({SetBasePose{BasePose::Rest}});
  click("difference:first");
  EXPECT_EQ(scene().selection.joint, joint("spine"));
  EXPECT_EQ(scene().pose.base, BasePose::Bind);
  click("difference:rest 0");
  EXPECT_EQ(scene().pose.base, BasePose::Rest);
}

TEST_F(DifferencesWidget, AClipIsShownAtItsWorstMoment) {
  DiffRow row{"wave", "farthest at hand.L"};
  row.clip = 0;
  row.time = 1.25;
  row.joint_a = joint("hand.L");
  part(DiffPart::Clips).rows = {row};
  document_.apply({SetPlayback{{.playing = true}}});
  redraw();
  click("difference:clips 0");
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  EXPECT_DOUBLE_EQ(scene().pose.time, 1.25);
  EXPECT_FALSE(scene().playback.playing);
  EXPECT_EQ(scene().selection.joint, joint("hand.L"));
}

TEST_F(DifferencesWidget, AVertexIsPinnedAndFramedUnderItsMap) {
  DiffRow row{"body of A", "3 vertices"};
  row.at = {0, 5};
  part(DiffPart::Surface).rows = {row};
  row.joint_a = joint("spine");
  part(DiffPart::Weights).rows = {row};
  DiffRow of_b = row;
  of_b.of_a = false;
  of_b.at = {0, 7};
  part(DiffPart::Weights).rows.push_back(of_b);
  redraw();
  click("difference:surface 0");
  EXPECT_EQ(scene().view.show, Show::Apart);
  EXPECT_EQ(scene().selection.pinned_vertex, (VertexRef{0, 5}));
  ASSERT_TRUE(framed_);
  EXPECT_FALSE(framed_->of_other);
  click("difference:weights 0");
  EXPECT_EQ(scene().view.show, Show::Weights);
  EXPECT_EQ(scene().selection.joint, joint("spine"));
  click("difference:weights 1");
  EXPECT_TRUE(framed_->of_other);
  EXPECT_EQ(framed_->at, (VertexRef{0, 7}));
  EXPECT_EQ(scene().selection.pinned_vertex, (VertexRef{0, 5})) << "B's vertex is none of A's";
}

TEST_F(DifferencesWidget, ASurfaceThatClipsPartIsShownInThatClip) {
  DiffRow row{"body in clips", "3 of 40 vertices elsewhere"};
  row.at = {0, 5};
  row.clip = 0;
  row.time = 0.75;
  part(DiffPart::Surface).rows = {row};
  row.clip = -1;
  part(DiffPart::Uv).rows = {row};
  redraw();
  click("difference:surface 0");
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
  EXPECT_DOUBLE_EQ(scene().pose.time, 0.75);
  EXPECT_EQ(scene().view.show, Show::Apart);
  ASSERT_TRUE(framed_);
  EXPECT_EQ(framed_->at, (VertexRef{0, 5}));
  framed_.reset();
  click("difference:uv 0");
  ASSERT_TRUE(framed_);
  EXPECT_EQ(scene().pose.base, BasePose::Clip) << "in whatever pose";
}

TEST_F(DifferencesWidget, WhatCannotBeShownIsNoButton) {
  DiffRow only_b{"paw", "only in B"};
  only_b.joint_b = 3;
  part(DiffPart::Joints).rows = {only_b};
  part(DiffPart::Materials).rows = {{"skin", "texture"}};
  redraw();
  const Selection before = scene().selection;
  edits_.clear();
  click("difference:joints 0");
  click("difference:materials 0");
  for (const EditRequest& request : edits_) EXPECT_TRUE(request.edit.is<SetHover>());
  EXPECT_EQ(scene().selection.joint, before.joint);
}

TEST_F(DifferencesWidget, LongListsAskBeforeTheyShowAll) {
  for (int k = 0; k < 30; ++k) part(DiffPart::Rest).rows.push_back({"joint", "1 mm"});
  redraw();
  EXPECT_TRUE(shows("difference:rest 7"));
  EXPECT_FALSE(shows("difference:rest 8"));
  click("more differences:rest");
  EXPECT_TRUE(shows("difference:rest 29"));
  click("section:Rest pose");
  EXPECT_FALSE(shows("difference:rest 0"));
}

TEST_F(DifferencesWidget, ToleranceMapAndEnd) {
  click("tolerance");
  step();
  click("tolerance:0.001");
  EXPECT_EQ(tolerance_, 1e-3);
  click("toggle:apart");
  EXPECT_EQ(scene().view.show, Show::Apart);
  click("end comparison");
  redraw();
  EXPECT_FALSE(shows("tab:Diff"));
  EXPECT_FALSE(shows("toggle:apart")) << "another tab takes its place";
}

// Handles, boxes and tables are of the open model: in the other pane nothing is edited.
TEST_F(DifferencesWidget, TheOtherPaneIsNotEdited) {
  select("spine");
  redraw();
  const Rect b = rect("compared B");
  edits_.clear();
  const vec2 at(b.center().x, rect("view").center().y);
  step({mouse_move(at.x, at.y)});
  step({key_event(Key::LeftCtrl, true), mouse_button(0, true)});
  step({mouse_move(at.x - 100.0f, at.y + 100.0f)});
  step({mouse_button(0, false), key_event(Key::LeftCtrl, false)});
  for (const EditRequest& request : edits_)
    EXPECT_TRUE(request.edit.is<SetHover>()) << request.edit.index();
  EXPECT_EQ(last_.pane, 1u);
}

}  // namespace
}  // namespace bindpose::ui::testing::differences_test
