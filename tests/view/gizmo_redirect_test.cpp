// A drag that is held to another axis, becomes another kind of drag or gets its amount from a
// number.
#include "math/transform.h"
#include "view/gizmo_pull.h"

namespace bindpose::rigs::test_redirect {
namespace {

// Begun somewhere else: by the mode and the space that the stage was made for.
GizmoDrag redirected(const Stage& s, GizmoMode mode, GizmoSpace space, Handle handle) {
  Stage other = s;
  other.scene.view.gizmo_mode = GizmoMode::Rotate;
  other.scene.view.gizmo_space = GizmoSpace::Parent;
  const vec2 at = s.pixel(s.frame().origin) + vec2(60.0f, 25.0f);
  const GizmoDrag begun =
      begin_drag(other.frame(), Handle::Y, other.scene, other.posed, other.camera, other.view, at);
  return redirected_drag(begun, mode, space, handle, s.scene, s.camera, s.view, at);
}

template <GizmoMode mode>
void same_as_begun_there(const Stage& s) {
  for (const Handle handle : kAxes) {
    const vec2 at = s.pixel(s.frame().origin) + vec2(60.0f, 25.0f);
    Puller begun(s, handle, at);
    GizmoDrag drag = redirected(s, mode, s.scene.view.gizmo_space, handle);
    const vec2 to = at + vec2(-31.0f, 44.0f);
    begun.to(to);
    const mat4 user_local = update_drag(drag, s.scene, s.camera, s.view, to, false);
    EXPECT_EQ(drag.amount, begun.drag.amount);
    EXPECT_LE(relative_difference(user_local, begun.user_local), 1e-6f);
  }
}

TEST(GizmoRedirect, IsTheDragThatBeganThere) {
  for_each_stage(GizmoMode::Rotate, same_as_begun_there<GizmoMode::Rotate>);
  for_each_stage(GizmoMode::Translate, same_as_begun_there<GizmoMode::Translate>);
  for_each_stage(GizmoMode::Scale, same_as_begun_there<GizmoMode::Scale>);
}

void number_is_the_turn(const Stage& s) {
  for (int axis = 0; axis < 3; ++axis) {
    GizmoDrag drag = redirected(s, GizmoMode::Rotate, GizmoSpace::World, kAxes[axis]);
    drag.amount = {37.0f, 0.0f, 0.0f};
    vec3 unit(0.0f);
    unit[axis] = 1.0f;
    const mat4 wanted = about(s.frame().origin, turn(37.0f, unit)) * s.shown();
    const mat4 shown = s.shown_with(user_local_of_drag(drag, s.scene));
    EXPECT_LE(relative_difference(shown, wanted), 2e-4f);
  }
}

TEST(GizmoRedirect, NumberOfDegreesIsTheTurnAboutTheWorldsAxis) {
  for_each_stage(GizmoMode::Rotate, number_is_the_turn);
}

TEST(GizmoRedirect, PlaneIsScaledByOneFactorAlongBothAxes) {
  const Stage s = stage(Kind::Plain, 3, GizmoMode::Scale, GizmoSpace::Local);
  GizmoDrag drag = redirected(s, GizmoMode::Scale, GizmoSpace::Local, Handle::ZX);
  drag.by_distance = true;
  const vec2 center = s.pixel(s.frame().origin);
  const mat4 user_local = update_drag(drag, s.scene, s.camera, s.view,
                                      center + 1.5f * (drag.grab_pixel - center), false);
  EXPECT_NEAR(drag.amount.x, 1.5f, 1e-3f);
  EXPECT_EQ(drag.amount.y, 1.0f);
  EXPECT_EQ(drag.amount.z, drag.amount.x);
  const mat4 wanted = drag.grab_user_local * stretch(drag.amount.x, 1.0f, drag.amount.z);
  EXPECT_LE(relative_difference(user_local, wanted), 1e-5f);
}

TEST(GizmoRedirect, FactorPastTheOriginIsNegativeAndNeverFlat) {
  const Stage s = stage(Kind::Plain, 3, GizmoMode::Scale, GizmoSpace::Local);
  GizmoDrag drag = redirected(s, GizmoMode::Scale, GizmoSpace::Local, Handle::Uniform);
  drag.by_distance = true;
  const vec2 center = s.pixel(s.frame().origin);
  update_drag(drag, s.scene, s.camera, s.view, center - 2.0f * (drag.grab_pixel - center), false);
  EXPECT_NEAR(drag.amount.x, -2.0f, 1e-3f);
  update_drag(drag, s.scene, s.camera, s.view, center, false);
  EXPECT_GE(std::abs(drag.amount.x), 0.01f);
}

}  // namespace
}  // namespace bindpose::rigs::test_redirect
