#include "view/gizmo_pull.h"

namespace bindpose::gizmo_rotate_test {
namespace {

using namespace rigs;

constexpr float kTolerance = 2e-4f;  // the mouse is given in float pixels

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

// The joint's own channel turns it as the ring shows only where its axes have one length and right
// angles between them. Any single defect, to either side, must be seen.
TEST(GizmoRotate, ASingleDefectOfTheFrameIsSeen) {
  std::vector<mat4> defects;
  for (const float part : {0.7f, 1.4f}) {
    defects.push_back(stretch(part, 1, 1));
    defects.push_back(stretch(1, part, 1));
    defects.push_back(stretch(1, 1, part));
  }
  for (int a = 0; a < 3; ++a) {
    for (const float part : {-0.3f, 0.3f}) {
      // Of one length and of right angles to the third, but not to each other.
      mat4 lean(1.0f);
      lean[a] = vec4(0.0f);
      lean[a][a] = std::sqrt(1.0f - part * part);
      lean[a][(a + 1) % 3] = part;
      defects.push_back(lean);
    }
  }
  for (std::size_t k = 0; k < defects.size(); ++k) {
    for (unsigned seed = 0; seed < 4; ++seed) {
      SCOPED_TRACE(::testing::Message() << "defect " << k << " seed " << seed);
      Stage s = stage(Kind::Plain, seed, GizmoMode::Rotate, GizmoSpace::Local);
      s.scene.pose.user_local[1] = s.scene.pose.user_local[1] * defects[k];
      evaluate(s.scene, s.posed);
      const GizmoFrame g = s.frame();
      for (int axis = 0; axis < 3; ++axis) {
        if (cosine_to_eye(s, g, g.axis[axis]) < 0.2f) continue;
        Puller p(s, kAxes[axis], s.pixel(on_ring(g, axis, 0)));
        p.to(s.pixel(on_ring(g, axis, 60)));
        const mat4 expected = about(g.origin, turn(p.drag.amount.x, g.axis[axis])) * s.shown();
        EXPECT_LT(relative_difference(s.shown_with(p.user_local), expected), 5e-4f);
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

}  // namespace
}  // namespace bindpose::gizmo_rotate_test
