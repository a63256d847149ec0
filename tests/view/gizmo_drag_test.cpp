#include <cmath>

#include "view/gizmo_pull.h"

namespace bindpose::gizmo_drag_test {
namespace {

using namespace rigs;

constexpr Handle kSquares[] = {Handle::YZ, Handle::ZX, Handle::XY};

TEST(GizmoTranslate, AxisFollowsTheMouse) {
  for_each_stage(GizmoMode::Translate, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    for (int axis = 0; axis < 3; ++axis) {
      if (cosine_to_eye(s, g, g.axis[axis]) > 0.9f) continue;
      const vec3 a = g.axis[axis];
      Puller p(s, kAxes[axis], s.pixel(g.origin + 0.7f * g.radius * a));
      for (float part = 0.8f; part < 2.05f; part += 0.1f)
        p.to(s.pixel(g.origin + part * g.radius * a));
      const vec3 d = 1.3f * g.radius * a;
      EXPECT_NEAR(p.drag.amount[axis], 1.3f * g.radius, 2e-3f * g.radius);
      EXPECT_LT(relative_difference(s.shown_with(p.user_local), move(d.x, d.y, d.z) * s.shown()),
                1e-3f);
    }
  });
}

TEST(GizmoTranslate, SquaresFollowTheMouse) {
  for_each_stage(GizmoMode::Translate, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    for (int n = 0; n < 3; ++n) {
      if (cosine_to_eye(s, g, g.axis[n]) < 0.2f) continue;
      const vec3 u = g.radius * g.axis[(n + 1) % 3], v = g.radius * g.axis[(n + 2) % 3];
      Puller p(s, kSquares[n], s.pixel(g.origin + 0.4f * u + 0.4f * v));
      p.to(s.pixel(g.origin - 0.1f * u + 1.1f * v));
      const vec3 d = -0.5f * u + 0.7f * v;
      EXPECT_EQ(p.drag.amount[n], 0.0f);
      EXPECT_NEAR(p.drag.amount[(n + 1) % 3], -0.5f * g.radius, 5e-3f * g.radius);
      EXPECT_LT(relative_difference(s.shown_with(p.user_local), move(d.x, d.y, d.z) * s.shown()),
                2e-3f);
    }
  });
}

TEST(GizmoTranslate, CentreMovesAcrossTheView) {
  for_each_stage(GizmoMode::Translate, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    const CameraAxes a = camera_axes(s.camera);
    Puller p(s, Handle::Screen, s.pixel(g.origin));
    const vec3 d = g.radius * (0.8f * a.right - 0.5f * a.up);
    p.to(s.pixel(g.origin + d));
    EXPECT_LT(relative_difference(s.shown_with(p.user_local), move(d.x, d.y, d.z) * s.shown()),
              1e-3f);
  });
}

TEST(GizmoTranslate, AxisAtTheEyeDoesNotExplode) {
  Stage s = edge_stage(0.0f, false);
  s.scene.view.gizmo_mode = GizmoMode::Translate;
  const GizmoFrame g = s.frame();
  const vec2 center = s.pixel(g.origin);
  Puller p(s, Handle::Z, center);
  for (int k = 1; k <= 200; ++k) {
    p.to(center - vec2(0, static_cast<float>(k)));
    EXPECT_NEAR(p.drag.amount.z, static_cast<float>(k) / kGizmoRadiusPixels * g.radius,
                0.05f * static_cast<float>(k) / kGizmoRadiusPixels * g.radius + 1e-4f);
  }
}

TEST(GizmoTranslate, PastTheHorizonTheLastAnswerStays) {
  // The vanishing point of the z axis and the horizon of the ground lie inside the view.
  Stage s = edge_stage(12.0f, false);
  s.scene.view.gizmo_mode = GizmoMode::Translate;
  const vec2 center = s.pixel(s.frame().origin);
  for (const Handle handle : {Handle::Z, Handle::ZX}) {
    Puller p(s, handle, center + vec2(5, 5));
    for (float y = 0; y < 360; y += 3) {
      p.to(center - vec2(0, y));
      const vec3 at(s.shown_with(p.user_local)[3]);
      EXPECT_LE(glm::length(at - s.frame().origin), 51.0f * s.camera.distance);
      EXPECT_GT(project(s.camera, s.view, at).z, 0.0f);
    }
  }
}

TEST(GizmoScale, AxisAndUniform) {
  for_each_stage(GizmoMode::Scale, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    for (int axis = 0; axis < 3; ++axis) {
      if (cosine_to_eye(s, g, g.axis[axis]) > 0.9f) continue;
      Puller p(s, kAxes[axis], s.pixel(g.origin + g.radius * g.axis[axis]));
      EXPECT_EQ(p.drag.amount, vec3(1.0f));
      p.to(s.pixel(g.origin + 1.5f * g.radius * g.axis[axis]));
      vec3 factors(1.0f);
      factors[axis] = 1.5f;
      EXPECT_NEAR(p.drag.amount[axis], 1.5f, 2e-3f);
      const mat4 expected = s.shown() * rigs::stretch(factors.x, factors.y, factors.z);
      EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 3e-3f);
    }
    const vec2 center = s.pixel(g.origin);
    Puller p(s, Handle::Uniform, center);
    p.to(center + vec2(45, -30));
    EXPECT_LT(relative_difference(s.shown_with(p.user_local),
                                  s.shown() * rigs::stretch(1.5f, 1.5f, 1.5f)),
              2e-3f);
  });
}

TEST(GizmoScale, NeverZeroNegativeOrInfinite) {
  const Stage s = stage(Kind::Plain, 4, GizmoMode::Scale, GizmoSpace::Local);
  const GizmoFrame g = s.frame();
  const vec2 center = s.pixel(g.origin);
  for (const Handle handle : {Handle::X, Handle::Y, Handle::Z, Handle::Uniform}) {
    for (const bool snap : {false, true}) {
      Puller p(s, handle, center + vec2(20, 0));
      p.snap = snap;
      for (float x = -3000; x < 3000; x += 37) {
        p.to(center + vec2(x, 0.3f * x));
        ASSERT_TRUE(is_finite(p.user_local));
        EXPECT_TRUE(is_invertible(p.user_local));
        for (int k = 0; k < 3; ++k) EXPECT_GE(p.drag.amount[k], 0.01f);
      }
    }
  }
}

TEST(GizmoDrag, BackAtTheGrabNothingHasChanged) {
  const auto check = [](const Stage& s) {
    const GizmoFrame g = s.frame();
    for (int h = static_cast<int>(Handle::X); h <= static_cast<int>(Handle::Uniform); ++h) {
      const Handle handle = static_cast<Handle>(h);
      if (!handle_visible(g, handle, s.camera)) continue;
      const vec2 grab = s.pixel(g.origin) + vec2(33, -41);
      Puller p(s, handle, grab);
      p.to(grab + vec2(40, 25));
      EXPECT_GT(max_difference(p.user_local, p.drag.grab_user_local), 1e-5f) << h;
      p.to(grab + vec2(-70, 65));
      p.to(grab);
      EXPECT_LT(max_difference(p.user_local, p.drag.grab_user_local), 1e-6f) << h;
    }
  };
  for_each_stage(GizmoMode::Rotate, check);
  for_each_stage(GizmoMode::Translate, check);
  for_each_stage(GizmoMode::Scale, check);
}

// The amount is a whole number of steps, and not always the same one.
void expect_steps(float amount, float step) {
  EXPECT_NEAR(amount / step, std::round(amount / step), 1e-4f) << amount;
}

TEST(GizmoDrag, SnappingGivesWholeSteps) {
  const float height = 0.8f;
  for (const GizmoMode mode : {GizmoMode::Rotate, GizmoMode::Translate, GizmoMode::Scale}) {
    Stage s = stage(Kind::Centimetres, 10, mode, GizmoSpace::Local);
    EXPECT_GT(model_height(*s.scene.model), 0.5f * height);
    const GizmoFrame g = s.frame();
    const float step = mode == GizmoMode::Rotate      ? 15.0f
                       : mode == GizmoMode::Translate ? snap_length(s.scene)
                                                      : 0.1f;
    for (int h = static_cast<int>(Handle::X); h <= static_cast<int>(Handle::Uniform); ++h) {
      const Handle handle = static_cast<Handle>(h);
      if (!handle_visible(g, handle, s.camera)) continue;
      const vec2 grab = s.pixel(g.origin) + vec2(33, -41);
      Puller p(s, handle, grab);
      p.snap = true;
      bool moved = false;
      for (int k = 0; k <= 40; ++k) {
        p.to(grab + static_cast<float>(k) * vec2(5, 3));
        for (int c = 0; c < 3; ++c) expect_steps(p.drag.amount[c], step);
        moved = moved || max_difference(p.user_local, p.drag.grab_user_local) > 0.0f;
      }
      EXPECT_TRUE(moved) << h;
    }
  }
}

TEST(GizmoDrag, SnappedLengthsAreRoundMetres) {
  Stage s = stage(Kind::Plain, 10, GizmoMode::Translate, GizmoSpace::Local);
  const float height = model_height(*s.scene.model);
  const auto step_of = [&](float metres) {
    s.scene.view.snap_distance = metres / height;
    return snap_length(s.scene);
  };
  EXPECT_FLOAT_EQ(step_of(0.085f), 0.1f);  // 5 % of 1.7 m
  EXPECT_FLOAT_EQ(step_of(0.011f), 0.01f);
  EXPECT_FLOAT_EQ(step_of(0.016f), 0.02f);
  EXPECT_FLOAT_EQ(step_of(0.04f), 0.05f);
  EXPECT_FLOAT_EQ(step_of(3.0f), 2.0f);
  EXPECT_FLOAT_EQ(step_of(700.0f), 500.0f);
  EXPECT_EQ(step_of(0.0f), 0.0f);
}

TEST(GizmoDrag, SnappedRotationIsExact) {
  const Stage s = stage(Kind::Plain, 10, GizmoMode::Rotate, GizmoSpace::Local);
  const GizmoFrame g = s.frame();
  int axis = 0;
  while (cosine_to_eye(s, g, g.axis[axis]) < 0.2f) ++axis;
  Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 0)));
  p.snap = true;
  p.to(s.pixel(on_ring(g, axis, 50)));
  EXPECT_EQ(p.drag.amount.x, 45.0f);
  EXPECT_NEAR(glm::degrees(p.drag.unwrapped_angle), 50.0f, 0.02f);
  vec3 own(0.0f);
  own[axis] = 1.0f;
  EXPECT_LT(relative_difference(p.user_local, s.scene.pose.user_local[1] * turn(45, own)), 1e-6f);
  p.snap = false;
  p.to(s.pixel(on_ring(g, axis, 50)));
  EXPECT_NEAR(p.drag.amount.x, 50.0f, 0.02f);
}

TEST(GizmoDrag, AFlatParentLeavesTheJointAlone) {
  for (const GizmoMode mode : {GizmoMode::Rotate, GizmoMode::Translate}) {
    Stage s = stage(Kind::Plain, 2, mode, GizmoSpace::World);
    s.scene.pose.user_local[0] = rigs::stretch(1, 0, 1);
    evaluate(s.scene, s.posed);
    const vec2 center = s.pixel(s.frame().origin);
    for (const Handle handle : kAxes) {
      Puller p(s, handle, center + vec2(20, 10));
      p.to(center + vec2(60, -50));
      EXPECT_EQ(max_difference(p.user_local, p.drag.grab_user_local), 0.0f);
    }
  }
}

TEST(GizmoDrag, AFlatJointCanStillBeTurned) {
  Stage s = stage(Kind::Plain, 2, GizmoMode::Rotate, GizmoSpace::World);
  s.scene.pose.user_local[1] = turn(30, {1, 2, 3}) * rigs::stretch(1, 0, 1);
  evaluate(s.scene, s.posed);
  const GizmoFrame g = s.frame();
  int axis = 0;
  while (cosine_to_eye(s, g, g.axis[axis]) < 0.2f) ++axis;
  Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 0)));
  p.to(s.pixel(on_ring(g, axis, 70)));
  const mat4 expected = about(g.origin, turn(70, g.axis[axis])) * s.shown();
  EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 5e-4f);
}

TEST(GizmoDrag, RotatingDoesNotTouchTheTranslation) {
  for_each_stage(GizmoMode::Rotate, [](const Stage& s) {
    Puller p(s, Handle::Screen, s.pixel(s.frame().origin) + vec2(100, 0));
    p.to(s.pixel(s.frame().origin) + vec2(40, 90));
    EXPECT_EQ(p.user_local[3], p.drag.grab_user_local[3]);
  });
}

}  // namespace
}  // namespace bindpose::gizmo_drag_test
