#include <gtest/gtest.h>

#include "view/gizmo_rigs.h"

namespace bindpose {
namespace {

using rigs::about;
using rigs::Kind;
using rigs::kKinds;
using rigs::move;
using rigs::relative_difference;
using rigs::Stage;
using rigs::stage;
using rigs::turn;

constexpr GizmoSpace kSpaces[] = {GizmoSpace::Local, GizmoSpace::Parent, GizmoSpace::World};
constexpr Handle kAxes[] = {Handle::X, Handle::Y, Handle::Z};
constexpr Handle kSquares[] = {Handle::YZ, Handle::ZX, Handle::XY};
constexpr float kTolerance = 2e-4f;  // the mouse is given in float pixels

// A drag with the scene, the camera and its last answer at hand.
struct Puller {
  const Stage& s;
  GizmoDrag drag;
  mat4 user_local;
  bool snap = false;

  Puller(const Stage& from, Handle handle, const vec2& pixel)
      : s(from),
        drag(begin_drag(from.frame(), handle, from.scene, from.posed, from.camera, from.view,
                        pixel)),
        user_local(drag.grab_user_local) {}
  void to(const vec2& pixel) {
    user_local = update_drag(drag, s.scene, s.camera, s.view, pixel, snap);
  }
};

// A point on a ring at an angle (degrees) from where it crosses the next axis.
vec3 on_ring(const GizmoFrame& g, int axis, float degrees, float part = 1.0f) {
  const float a = glm::radians(degrees);
  return g.origin +
         part * g.radius *
             (std::cos(a) * g.axis[(axis + 1) % 3] + std::sin(a) * g.axis[(axis + 2) % 3]);
}

float cosine_to_eye(const Stage& s, const GizmoFrame& g, const vec3& axis) {
  return std::abs(glm::dot(axis, glm::normalize(eye(s.camera) - g.origin)));
}

void for_each_stage(GizmoMode mode, void (*check)(const Stage&)) {
  for (const Kind kind : kKinds) {
    for (const GizmoSpace space : kSpaces) {
      for (unsigned seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(kind) << " space "
                                          << static_cast<int>(space) << " seed " << seed);
        check(stage(kind, seed, mode, space));
      }
    }
  }
}

TEST(GizmoRotate, TurnsTheJointAsTheRingShows) {
  for_each_stage(GizmoMode::Rotate, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    for (int axis = 0; axis < 3; ++axis) {
      if (cosine_to_eye(s, g, g.axis[axis]) < 0.2f) continue;
      Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 40)));
      for (float a = 45; a <= 140; a += 5) p.to(s.pixel(on_ring(g, axis, a, 1.3f)));
      EXPECT_NEAR(p.drag.amount.x, 100.0f, 0.02f);
      const mat4 expected = about(g.origin, turn(100, g.axis[axis])) * s.shown();
      EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 5e-4f);
    }
  });
}

TEST(GizmoRotate, KeepsTheJointWhereItIs) {
  for_each_stage(GizmoMode::Rotate, [](const Stage& s) {
    for (const Handle handle : {Handle::X, Handle::Screen, Handle::Trackball}) {
      Puller p(s, handle, s.pixel(s.frame().origin) + vec2(60, 20));
      p.to(s.pixel(s.frame().origin) + vec2(-30, 70));
      EXPECT_LT(glm::length(vec3(s.shown_with(p.user_local)[3]) - s.frame().origin), 2e-6f);
    }
  });
}

TEST(GizmoRotate, LocalRingTurnsTheJointsOwnChannel) {
  for (const Kind kind : {Kind::Plain, Kind::Mirrored, Kind::ZUp, Kind::Centimetres}) {
    for (unsigned seed = 0; seed < 12; ++seed) {
      const Stage s = stage(kind, seed, GizmoMode::Rotate, GizmoSpace::Local);
      const GizmoFrame g = s.frame();
      for (int axis = 0; axis < 3; ++axis) {
        if (cosine_to_eye(s, g, g.axis[axis]) < 0.2f) continue;
        Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 0)));
        p.to(s.pixel(on_ring(g, axis, 60)));
        vec3 own(0.0f);
        own[axis] = 1.0f;
        const mat4 expected = s.scene.pose.user_local[1] * turn(p.drag.amount.x, own);
        EXPECT_NEAR(p.drag.amount.x, 60.0f, 0.02f);
        EXPECT_LT(relative_difference(p.user_local, expected), 1e-6f);
      }
    }
  }
}

TEST(GizmoRotate, OuterRingTurnsAboutTheLineOfSight) {
  for_each_stage(GizmoMode::Rotate, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    const vec3 sight = s.camera.orthographic ? camera_axes(s.camera).back
                                             : glm::normalize(eye(s.camera) - g.origin);
    const vec3 u = glm::normalize(glm::cross(camera_axes(s.camera).up, sight));
    const vec3 v = glm::cross(sight, u);
    const auto at = [&](float degrees) {
      const float a = glm::radians(degrees);
      return s.pixel(g.origin + kScreenRing * g.radius * (std::cos(a) * u + std::sin(a) * v));
    };
    Puller p(s, Handle::Screen, at(10));
    p.to(at(80));
    EXPECT_NEAR(p.drag.amount.x, 70.0f, 0.02f);
    const mat4 expected = about(g.origin, turn(70, sight)) * s.shown();
    EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 5e-4f);
  });
}

TEST(GizmoRotate, BallFollowsThePull) {
  for_each_stage(GizmoMode::Rotate, [](const Stage& s) {
    const GizmoFrame g = s.frame();
    const CameraAxes a = camera_axes(s.camera);
    const vec2 center = s.pixel(g.origin);
    Puller p(s, Handle::Trackball, center);
    p.to(center + vec2(45, 0));  // half a radius to the right: half a radian about "up"
    EXPECT_NEAR(p.drag.amount.x, glm::degrees(0.5f), 0.05f);
    mat4 expected = about(g.origin, turn(glm::degrees(0.5f), a.up)) * s.shown();
    EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 1e-3f);
    p.to(center + vec2(0, 45));  // down: the top comes towards the eye
    expected = about(g.origin, turn(glm::degrees(0.5f), a.right)) * s.shown();
    EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 1e-3f);
  });
}

TEST(GizmoRotate, TwoFullTurnsAndBack) {
  const Stage s = stage(Kind::Plain, 6, GizmoMode::Rotate, GizmoSpace::Local);
  const GizmoFrame g = s.frame();
  for (int axis = 0; axis < 3; ++axis) {
    if (cosine_to_eye(s, g, g.axis[axis]) < 0.2f) continue;
    Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 15)));
    for (int a = 10; a <= 720; a += 10)
      p.to(s.pixel(on_ring(g, axis, 15.0f + static_cast<float>(a))));
    EXPECT_NEAR(p.drag.amount.x, 720.0f, 0.01f);
    EXPECT_LT(relative_difference(p.user_local, p.drag.grab_user_local), 1e-4f);
    for (int a = 710; a >= -30; a -= 10)
      p.to(s.pixel(on_ring(g, axis, 15.0f + static_cast<float>(a))));
    EXPECT_NEAR(p.drag.amount.x, -30.0f, 0.01f);
  }
}

TEST(GizmoRotate, MouseOnTheCentreKeepsTheAngle) {
  const Stage s = stage(Kind::Plain, 6, GizmoMode::Rotate, GizmoSpace::World);
  const GizmoFrame g = s.frame();
  const int axis = cosine_to_eye(s, g, g.axis[1]) > 0.2f ? 1 : 2;
  Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 15)));
  p.to(s.pixel(on_ring(g, axis, 50)));
  const mat4 before = p.user_local;
  p.to(s.pixel(g.origin));
  EXPECT_EQ(max_difference(p.user_local, before), 0.0f);
}

// A ring of the display space seen at an angle (degrees) from its edge.
Stage edge_stage(float degrees, bool orthographic) {
  Stage s = stage(Kind::Plain, 2, GizmoMode::Rotate, GizmoSpace::World);
  s.camera.target = joint_position(s.scene, s.posed, 1);
  s.camera.yaw = 0.0f;
  s.camera.pitch = glm::radians(degrees);
  s.camera.orthographic = orthographic;
  return s;
}

TEST(GizmoRotate, EdgeOnRingIsPulledWithoutAJump) {
  for (const float tilt : {-5.0f, 0.0f, 0.01f, 5.0f}) {
    for (const bool orthographic : {false, true}) {
      const Stage s = edge_stage(tilt, orthographic);
      const GizmoFrame g = s.frame();
      const vec2 center = s.pixel(g.origin);
      for (const float start : {-89.0f, -30.0f, 5.0f, 60.0f}) {
        Puller p(s, Handle::Y, center + vec2(start, 0));
        ASSERT_TRUE(p.drag.edge_on);
        float before = 0.0f;
        for (int k = 1; k <= 300; ++k) {
          // Wandering up and down across the line does not matter.
          p.to(center + vec2(start + static_cast<float>(k), static_cast<float>(k % 7) - 3.0f));
          const float step = p.drag.amount.x - before;
          EXPECT_GT(step, 0.0f);  // about +y the front of the ring goes to the right
          EXPECT_LT(step, 1.5f);
          before = p.drag.amount.x;
        }
        EXPECT_NEAR(before, glm::degrees(300.0f / kGizmoRadiusPixels), 0.5f + std::abs(tilt));
        const mat4 expected = about(g.origin, turn(before, {0, 1, 0})) * s.shown();
        EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), kTolerance);
      }
    }
  }
}

TEST(GizmoRotate, FrontOfTheRingGoesWithTheMouseJustOffTheEdge) {
  // On both sides of the limit between a pull and a turn, and from above and below.
  for (const float tilt : {-12.0f, -9.0f, -8.0f, 8.0f, 9.0f, 12.0f}) {
    const Stage s = edge_stage(tilt, false);
    const GizmoFrame g = s.frame();
    const vec2 front = s.pixel(on_ring(g, 1, 0));  // axis z is towards the eye, x to the right
    Puller p(s, Handle::Y, front);
    p.to(front + vec2(5, 0));
    EXPECT_NEAR(p.drag.amount.x, glm::degrees(5.0f / kGizmoRadiusPixels), 0.5f) << tilt;
    p.to(front + vec2(-5, 0));
    EXPECT_NEAR(p.drag.amount.x, -glm::degrees(5.0f / kGizmoRadiusPixels), 0.5f) << tilt;
  }
}

TEST(GizmoRotate, NoJumpFarAwayFromAFlatRing) {
  // Ten degrees from the edge the ring's plane has a horizon inside the view.
  const Stage s = edge_stage(10.0f, false);
  const GizmoFrame g = s.frame();
  Puller p(s, Handle::Y, s.pixel(on_ring(g, 1, 0)));
  float before = 0.0f;
  const vec2 center = s.pixel(g.origin);
  for (int k = 0; k <= 3600; ++k) {
    const float a = 0.1f * glm::radians(static_cast<float>(k));
    p.to(center + 340.0f * vec2(std::sin(a), std::cos(a)));
    EXPECT_LT(std::abs(p.drag.amount.x - before), 1.0f);
    before = p.drag.amount.x;
  }
  EXPECT_NEAR(before, 360.0f, 0.1f);
}

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
                       : mode == GizmoMode::Translate ? 0.05f * model_height(*s.scene.model)
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
}  // namespace bindpose
