// What settings of the view put over the picture: distances to bones, the name of a mistake.
#include "harness.h"
#include "ui/base/draw_helpers.h"

namespace bindpose::ui::testing::test_overlay_marks {
namespace {

class OverlayMarksWidget : public WidgetTest {
 protected:
  void set(const ViewSettings& view) {
    document_.apply({SetView{view}});
    step();
    step();
  }
  bool shows(const std::string& name) const { return state_.rects.count(name) > 0; }
  vec2 pixel(const vec3& at) {
    const Rect view = rect("view");
    return view.lo + vec2(project(camera_, {view.size().x, view.size().y}, at));
  }
};

TEST_F(OverlayMarksWidget, DistancesOfThePinnedVertexAreNamedAtTheirBones) {
  document_.apply({SetPinnedVertex{{0, 7}}});  // of arm.L
  ViewSettings view;
  set(view);
  EXPECT_FALSE(shows("distance:arm.L"));
  view.distances = true;
  set(view);
  ASSERT_TRUE(shows("distance:arm.L"));
  EXPECT_FALSE(shows("distance:spine")) << "neither pulls nor is selected";
  document_.apply({SetSelection{joint("spine")}});
  set(view);
  ASSERT_TRUE(shows("distance:spine"));
  // The spine's bone ends where the arm begins, (0.2, 1.5, 0): the closest point.
  const Rect label = rect("distance:spine");
  const vec2 foot = pixel({0.2f, 1.5f, 0.0f});
  EXPECT_LT(std::abs(label.center().y - foot.y), 60.0f);
  EXPECT_LT(std::min(std::abs(label.lo.x - foot.x), std::abs(label.hi.x - foot.x)), 30.0f);
  EXPECT_FALSE(overlaps(label, rect("distance:arm.L")));
  document_.apply({SetPinnedVertex{}});
  set(view);
  EXPECT_FALSE(shows("distance:arm.L"));
}

TEST_F(OverlayMarksWidget, OfNamesThatWouldCollideTheNearestStays) {
  ViewSettings view;
  view.joint_names = true;
  set(view);
  EXPECT_TRUE(shows("name:hand.L") && shows("name:arm.L") && shows("name:hips"));
  // From the left side the hand lies before the arm.
  camera_.yaw = glm::radians(90.0f);
  camera_.pitch = 0.0f;
  state_.rects.clear();
  set(view);
  EXPECT_TRUE(shows("name:hand.L"));
  EXPECT_FALSE(shows("name:arm.L"));
  camera_.yaw = glm::radians(-90.0f);
  state_.rects.clear();
  set(view);
  EXPECT_FALSE(shows("name:hand.L"));
  EXPECT_TRUE(shows("name:arm.L"));
  document_.apply({HideJoints{{joint("arm.L")}, true, false}});
  refresh();
  state_.rects.clear();
  set(view);
  EXPECT_TRUE(shows("name:hand.L"));
  EXPECT_FALSE(shows("name:arm.L")) << "what is hidden has no name";
}

TEST_F(OverlayMarksWidget, AMistakeIsNamedInThePaneThatShowsIt) {
  ViewSettings view;
  set(view);
  EXPECT_FALSE(shows("mistake"));
  for (const Panes panes : {Panes::One, Panes::Two, Panes::Four, Panes::Split}) {
    view.panes = panes;
    view.mistake = Mistake::RestForBind;
    set(view);
    ASSERT_TRUE(shows("mistake"));
    const Rect whole = rect("view"), label = rect("mistake");
    if (panes != Panes::One) {
      EXPECT_GT(label.lo.x, whole.center().x);
    }
    if (panes == Panes::Four) {
      EXPECT_GT(label.lo.y, whole.center().y);
    }
    EXPECT_LE(label.hi.x, whole.hi.x);
  }
  state_.presenter = true;
  view.panes = Panes::One;
  set(view);
  EXPECT_TRUE(shows("mistake")) << "when presenting, too";
}

}  // namespace
}  // namespace bindpose::ui::testing::test_overlay_marks
