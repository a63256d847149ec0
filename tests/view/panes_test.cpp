#include "view/panes.h"

#include <gtest/gtest.h>

namespace bindpose::test::panes_test {
namespace {

ViewSettings view_of(Panes panes) {
  ViewSettings view;
  view.panes = panes;
  view.method = Deformer::Rigid;
  view.compare = Deformer::Linear;
  view.pane3 = Deformer::DualQuaternion;
  view.pane4 = Deformer::Rigid;
  return view;
}

TEST(Panes, OneIsTheWholeView) {
  const std::vector<Pane> panes = layout_panes(view_of(Panes::One), {301, 200});
  ASSERT_EQ(panes.size(), 1u);
  EXPECT_EQ(panes[0].corner, vec2(0));
  EXPECT_EQ(panes[0].viewport.width, 301.0f);
  EXPECT_EQ(panes[0].shown_to, vec2(301, 200));
  EXPECT_EQ(panes[0].method, Deformer::Rigid);
}

// Of one size (one camera serves them), inside the view, apart from each other.
TEST(Panes, ShareTheViewWithoutOverlap) {
  for (const Panes kind : {Panes::Two, Panes::Four}) {
    for (const float width : {640.0f, 641.0f, 3.0f, 1.0f}) {
      const std::vector<Pane> panes = layout_panes(view_of(kind), {width, 333});
      ASSERT_EQ(panes.size(), kind == Panes::Two ? 2u : 4u);
      EXPECT_GT(panes[1].corner.x, panes[0].corner.x);
      for (const Pane& p : panes) {
        EXPECT_EQ(p.viewport.width, panes[0].viewport.width);
        EXPECT_EQ(p.viewport.height, panes[0].viewport.height);
        EXPECT_GE(p.viewport.width, 1.0f);
        if (width > 3.0f) {
          EXPECT_LE(p.shown_to.x, width);
        }
        EXPECT_LE(p.shown_to.y, 333.0f);
      }
      if (width > 3.0f) {
        EXPECT_EQ(panes[1].corner.x - panes[0].shown_to.x, kPaneGap);
      }
    }
  }
}

TEST(Panes, EachKeepsItsDeformerInASettingOfItsOwn) {
  ViewSettings view = view_of(Panes::Four);
  const Deformer expected[] = {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion,
                               Deformer::Rigid};
  const std::vector<Pane> panes = layout_panes(view, {640, 480});
  for (std::size_t i = 0; i < panes.size(); ++i) {
    EXPECT_EQ(panes[i].method, expected[i]);
    EXPECT_EQ(in_pane(view, panes[i]).method, expected[i]);
    view.*panes[i].setting = Deformer::Linear;
  }
  for (const Pane& p : layout_panes(view, {640, 480})) EXPECT_EQ(p.method, Deformer::Linear);
}

TEST(Panes, TheFourthTellsHowFarTheFirstTwoAreApart) {
  ViewSettings view = view_of(Panes::Four);
  view.pane4 = Deformer::Linear;
  view.show = Show::Joints;
  const auto last = [&] { return in_pane(view, layout_panes(view, {640, 480}).back()); };
  EXPECT_EQ(last().show, Show::Distance);
  EXPECT_EQ(last().method, view.method);
  EXPECT_EQ(last().compare, view.compare);
  EXPECT_EQ(show_beside(view), Show::Distance);
  EXPECT_EQ(layout_panes(view, {640, 480})[2].show, Show::Joints);
  view.show = Show::Distance;
  EXPECT_FALSE(show_beside(view)) << "all panes have it";
  view.show = Show::Joints;
  view.pane4_distance = false;
  EXPECT_EQ(last().show, Show::Joints);
  EXPECT_EQ(last().method, Deformer::Linear);
  EXPECT_FALSE(show_beside(view));
  view.pane4_distance = true;
  view.panes = Panes::Two;
  EXPECT_FALSE(show_beside(view));
}

TEST(Panes, ASplitViewIsOnePictureWithTwoSides) {
  ViewSettings view = view_of(Panes::Split);
  view.split = 0.25f;
  const std::vector<Pane> panes = layout_panes(view, {400, 300});
  ASSERT_EQ(panes.size(), 2u);
  for (const Pane& p : panes) {
    EXPECT_EQ(p.corner, vec2(0));
    EXPECT_EQ(p.viewport.width, 400.0f);
  }
  EXPECT_EQ(panes[0].shown_to.x, 100.0f);
  EXPECT_EQ(panes[1].shown_from.x, 100.0f);
  EXPECT_EQ(panes[1].shown_to, vec2(400, 300));
  view.split = -3.0f;  // never out of the view, where it could not be dragged back
  EXPECT_GE(layout_panes(view, {400, 300})[0].shown_to.x, 1.0f);
  view.split = 7.0f;
  EXPECT_LE(layout_panes(view, {400, 300})[0].shown_to.x, 399.0f);
}

TEST(Panes, ThePixelSaysWhich) {
  const std::vector<Pane> four = layout_panes(view_of(Panes::Four), {402, 302});
  EXPECT_EQ(pane_at(four, {10, 10}), 0u);
  EXPECT_EQ(pane_at(four, {300, 10}), 1u);
  EXPECT_EQ(pane_at(four, {10, 250}), 2u);
  EXPECT_EQ(pane_at(four, {300, 250}), 3u);
  EXPECT_EQ(pane_at(four, {9999, -50}), 1u);
  const std::vector<Pane> split = layout_panes(view_of(Panes::Split), {400, 300});
  EXPECT_EQ(pane_at(split, {199, 10}), 0u);
  EXPECT_EQ(pane_at(split, {201, 10}), 1u);
}

}  // namespace
}  // namespace bindpose::test::panes_test
