#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "view/gizmo_rigs.h"

namespace bindpose::gizmo_frame_test {
namespace {

using rigs::Kind;
using rigs::kKinds;
using rigs::Stage;
using rigs::stage;

TEST(GizmoFrame, AxesOfTheThreeSpaces) {
  auto m = rigs::model({{"a", -1, rigs::turn(90, {0, 0, 1}) * rigs::stretch(2, 3, 4)},
                        {"b", 0, rigs::turn(90, {1, 0, 0})}});
  Scene scene = make_scene(m);
  scene.selection.joint = 1;
  const PosedScene posed = evaluate(scene);
  const auto frame = [&](GizmoSpace space, GizmoMode mode = GizmoMode::Rotate) {
    scene.view.gizmo_space = space;
    scene.view.gizmo_mode = mode;
    return gizmo_frame(scene, posed, Camera{}, {1280, 720}).value();
  };
  const auto expect_axes = [](const GizmoFrame& g, const vec3& x, const vec3& y, const vec3& z) {
    EXPECT_LT(glm::length(g.axis[0] - x), 1e-6f);
    EXPECT_LT(glm::length(g.axis[1] - y), 1e-6f);
    EXPECT_LT(glm::length(g.axis[2] - z), 1e-6f);
  };
  expect_axes(frame(GizmoSpace::World), {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  expect_axes(frame(GizmoSpace::Parent), {0, 1, 0}, {-1, 0, 0}, {0, 0, 1});
  expect_axes(frame(GizmoSpace::Local), {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
  expect_axes(frame(GizmoSpace::World, GizmoMode::Scale), {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
}

TEST(GizmoFrame, NothingThatIsLockedHasOne) {
  Scene scene = make_scene(rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, rigs::move(0, 1, 0)}}));
  scene.selection.joint = 1;
  const PosedScene posed = evaluate(scene);
  scene.marks.locked = {0, 1};
  EXPECT_FALSE(gizmo_frame(scene, posed, Camera{}, {1280, 720}));
  scene.selection.also = {0};
  EXPECT_TRUE(gizmo_frame(scene, posed, Camera{}, {1280, 720})) << "it turns the other one";
}

TEST(GizmoFrame, AxesAreUnitAndOrthogonalInEveryRig) {
  for (const Kind kind : kKinds) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      for (const GizmoSpace space : {GizmoSpace::Local, GizmoSpace::Parent, GizmoSpace::World}) {
        const Stage s = stage(kind, seed, GizmoMode::Rotate, space);
        const GizmoFrame g = s.frame();
        for (int k = 0; k < 3; ++k) {
          EXPECT_NEAR(glm::length(g.axis[k]), 1.0f, 1e-5f);
          EXPECT_NEAR(glm::dot(g.axis[k], g.axis[(k + 1) % 3]), 0.0f, 1e-5f);
          EXPECT_GT(glm::dot(glm::cross(g.axis[k], g.axis[(k + 1) % 3]), g.axis[(k + 2) % 3]),
                    0.9f);
        }
      }
    }
  }
}

TEST(GizmoFrame, ArrowsOfAMirroredJointKeepTheirWay) {
  const Stage s = stage(Kind::Mirrored, 3, GizmoMode::Translate, GizmoSpace::Local);
  for (int k = 0; k < 3; ++k) {
    EXPECT_LT(glm::length(s.frame().axis[k] - glm::normalize(vec3(s.shown()[k]))), 1e-5f);
  }
}

TEST(GizmoFrame, FollowsTheSizeOfPanesBesideEachOther) {
  ViewSettings v;
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {300, 270}, 1.0f), kGizmoRadiusPixels);
  v.panes = Panes::Split;
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {300, 270}, 1.0f), kGizmoRadiusPixels);
  v.panes = Panes::Four;
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {400, 270}, 1.0f), 45.0f);
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {270, 400}, 1.0f), 45.0f);
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {100, 90}, 1.0f), kGizmoLeastPixels) << "it has to be caught";
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {2000, 1200}, 1.0f), kGizmoRadiusPixels);
  EXPECT_FLOAT_EQ(gizmo_pixels(v, {800, 540}, 2.0f), 90.0f);
}

TEST(GizmoFrame, SameSizeOnTheScreenAtAnyDistance) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Stage s = stage(Kind::Plain, seed, GizmoMode::Rotate, GizmoSpace::Local);
    const GizmoFrame g = s.frame();
    const GizmoFrame big = gizmo_frame(s.scene, s.posed, s.camera, s.view, 2.0f).value();
    const float pixels =
        glm::length(s.pixel(g.origin + g.radius * camera_axes(s.camera).up) - s.pixel(g.origin));
    EXPECT_NEAR(pixels, kGizmoRadiusPixels, 0.1f);
    EXPECT_NEAR(big.radius, 2.0f * g.radius, 1e-5f * g.radius);
  }
}

TEST(GizmoFrame, DoesNotCoverASmallFigure) {
  Stage s = stage(Kind::Plain, 3, GizmoMode::Rotate, GizmoSpace::Local);
  const auto scale = [&](float ui) { return gizmo_scale(s.scene, s.posed, s.camera, s.view, ui); };
  s.camera.distance *= 0.02f;
  EXPECT_FLOAT_EQ(scale(1.0f), 1.0f);
  EXPECT_FLOAT_EQ(scale(2.0f), 2.0f);
  float before = 1.0f;
  for (int k = 0; k < 40; ++k) {
    s.camera.distance *= 1.3f;
    const float now = scale(1.0f);
    EXPECT_LE(now, before + 1e-5f) << "no larger from farther away";
    before = now;
  }
  EXPECT_FLOAT_EQ(before, kGizmoLeastPixels / kGizmoRadiusPixels) << "it has to be caught";
}

TEST(GizmoFrame, NoneWithoutAJointOrBehindTheEye) {
  Stage s = stage(Kind::Plain, 2, GizmoMode::Rotate, GizmoSpace::Local);
  const auto there = [&] { return gizmo_frame(s.scene, s.posed, s.camera, s.view).has_value(); };
  EXPECT_TRUE(there());
  s.scene.selection.joint = -1;
  EXPECT_FALSE(there());
  s.scene.selection.joint = 99;
  EXPECT_FALSE(there());
  s.scene.selection.joint = 1;
  s.camera.target -= 3.0f * s.camera.distance * camera_axes(s.camera).back;
  EXPECT_FALSE(there());
  EXPECT_FALSE(gizmo_frame(Scene{}, PosedScene{}, s.camera, s.view).has_value());
}

TEST(GizmoFrame, SquashedFlatStillHasAxes) {
  Stage s = stage(Kind::Plain, 2, GizmoMode::Rotate, GizmoSpace::Local);
  s.scene.pose.user_local[1] = rigs::stretch(1, 0, 0);
  evaluate(s.scene, s.posed);
  const GizmoFrame g = s.frame();
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(glm::length(g.axis[k]), 1.0f, 1e-5f);
}

TEST(GizmoRing, PointsLieOnTheRing) {
  const Stage s = stage(Kind::Plain, 4, GizmoMode::Rotate, GizmoSpace::Local);
  const GizmoFrame g = s.frame();
  for (int axis = 0; axis < 3; ++axis) {
    const auto ring = ring_points(g, axis, s.camera, s.view);
    ASSERT_EQ(ring.size(), 97u);
    EXPECT_EQ(ring.front().pixel, ring.back().pixel);
    int front = 0;
    for (const RingPoint& p : ring) {
      const Ray ray = pixel_ray(s.camera, s.view, p.pixel);
      const auto t = intersect_plane(ray, g.origin, g.axis[axis]);
      ASSERT_TRUE(t);
      EXPECT_NEAR(glm::length(ray.origin + *t * ray.direction - g.origin), g.radius,
                  2e-3f * g.radius);
      front += p.front ? 1 : 0;
      // Front: nearer to the eye than where the ring crosses the plane across the line of sight.
      const vec3 arm = ray.origin + *t * ray.direction - g.origin;
      const vec3 sight = glm::normalize(eye(s.camera) - g.origin);
      if (std::abs(glm::dot(arm, sight)) > 0.02f * g.radius) {
        EXPECT_EQ(p.front, glm::dot(arm, sight) > 0.0f);
      }
    }
    EXPECT_NEAR(front, 48, 3);
  }
  for (const RingPoint& p : ring_points(g, 3, s.camera, s.view)) {
    EXPECT_TRUE(p.front);
    EXPECT_NEAR(glm::length(p.pixel - s.pixel(g.origin)), kScreenRing * kGizmoRadiusPixels, 1.0f);
  }
}

// Distance in pixels to the front half of a ring.
float to_front(const Stage& s, const GizmoFrame& g, int axis, const vec2& pixel) {
  float d = 1e9f;
  for (const RingPoint& p : ring_points(g, axis, s.camera, s.view)) {
    if (p.front) d = std::min(d, glm::length(p.pixel - pixel));
  }
  return d;
}

TEST(GizmoHit, RingsAreCaughtOnTheirFrontHalves) {
  const Handle handles[] = {Handle::X, Handle::Y, Handle::Z};
  int tried = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Stage s = stage(Kind::Plain, seed, GizmoMode::Rotate, GizmoSpace::Local);
    const GizmoFrame g = s.frame();
    for (int axis = 0; axis < 3; ++axis) {
      for (const RingPoint& p : ring_points(g, axis, s.camera, s.view)) {
        const bool alone = to_front(s, g, (axis + 1) % 3, p.pixel) > 12.0f &&
                           to_front(s, g, (axis + 2) % 3, p.pixel) > 12.0f;
        if (!p.front || !alone) continue;
        ++tried;
        EXPECT_EQ(hit_test(g, s.camera, s.view, p.pixel), handles[axis]);
      }
    }
  }
  EXPECT_GT(tried, 1500);
}

TEST(GizmoHit, FrontHalfWinsOverAnotherRingsBackHalf) {
  int crossings = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Stage s = stage(Kind::Plain, seed, GizmoMode::Rotate, GizmoSpace::Local);
    const GizmoFrame g = s.frame();
    for (const RingPoint& back : ring_points(g, 1, s.camera, s.view)) {
      if (back.front || to_front(s, g, 0, back.pixel) > 6.0f ||
          to_front(s, g, 1, back.pixel) < 12.0f || to_front(s, g, 2, back.pixel) < 12.0f) {
        continue;
      }
      ++crossings;
      EXPECT_EQ(hit_test(g, s.camera, s.view, back.pixel), Handle::X);
    }
  }
  EXPECT_GT(crossings, 5);
}

TEST(GizmoHit, OuterRingBallAndOutside) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Stage s = stage(Kind::Plain, seed, GizmoMode::Rotate, GizmoSpace::Local);
    const GizmoFrame g = s.frame();
    const vec2 center = s.pixel(g.origin);
    for (float a = 0.0f; a < 6.2f; a += 0.1f) {
      const vec2 way(std::cos(a), std::sin(a));
      const auto at = [&](float pixels) {
        return hit_test(g, s.camera, s.view, center + pixels * way);
      };
      EXPECT_EQ(at(kScreenRing * kGizmoRadiusPixels + 2.0f), Handle::Screen);
      EXPECT_EQ(at(kScreenRing * kGizmoRadiusPixels + 12.0f), Handle::None);
      const Handle inside = at(30.0f);
      EXPECT_NE(inside, Handle::None);
      EXPECT_NE(inside, Handle::Screen);
    }
  }
}

TEST(GizmoHit, CatchScalesWithTheDisplay) {
  const Stage s = stage(Kind::Plain, 5, GizmoMode::Translate, GizmoSpace::World);
  const GizmoFrame g = gizmo_frame(s.scene, s.posed, s.camera, s.view, 2.0f).value();
  const auto [from, to] = arrow_ends(g, 0);
  const vec2 a = s.pixel(from), b = s.pixel(to);
  const vec2 beyond = b + 14.0f * glm::normalize(b - a);
  EXPECT_EQ(hit_test(g, s.camera, s.view, beyond, 2.0f), Handle::X);
  EXPECT_EQ(hit_test(g, s.camera, s.view, beyond, 1.0f), Handle::None);
}

TEST(GizmoHit, ArrowsSquaresAndCentre) {
  const Handle arrows[] = {Handle::X, Handle::Y, Handle::Z};
  const Handle squares[] = {Handle::YZ, Handle::ZX, Handle::XY};
  int tried = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Stage s = stage(Kind::Plain, seed, GizmoMode::Translate, GizmoSpace::Local);
    const GizmoFrame g = s.frame();
    const auto hit = [&](const vec3& point) {
      return hit_test(g, s.camera, s.view, s.pixel(point));
    };
    const auto to_arrow = [&](int k, const vec3& point) {
      const auto [from, to] = arrow_ends(g, k);
      return distance_to_segment(s.pixel(point), s.pixel(from), s.pixel(to));
    };
    EXPECT_EQ(hit(g.origin), Handle::Screen);
    for (int k = 0; k < 3; ++k) {
      const auto [from, to] = arrow_ends(g, k);
      const bool alone = to_arrow((k + 1) % 3, to) > 9.0f && to_arrow((k + 2) % 3, to) > 9.0f;
      if (handle_visible(g, arrows[k], s.camera) && alone &&
          glm::length(s.pixel(to) - s.pixel(g.origin)) > 12.0f) {
        EXPECT_EQ(hit(to), arrows[k]);
        ++tried;
      }
      const auto square = plane_corners(g, squares[k]);
      const vec3 middle = 0.25f * (square[0] + square[1] + square[2] + square[3]);
      const bool free =
          to_arrow(0, middle) > 9.0f && to_arrow(1, middle) > 9.0f && to_arrow(2, middle) > 9.0f;
      if (handle_visible(g, squares[k], s.camera) && free &&
          glm::length(s.pixel(middle) - s.pixel(g.origin)) > 12.0f) {
        // Two squares can lie on top of each other on the screen; then the nearer one is caught.
        const Handle got = hit(middle);
        EXPECT_GE(handle_axis(got), 0);
        EXPECT_TRUE(got == Handle::YZ || got == Handle::ZX || got == Handle::XY);
        if (got == squares[k]) ++tried;
      }
    }
  }
  EXPECT_GT(tried, 120);
}

TEST(GizmoHit, ScaleBoxesAndCentre) {
  const Stage s = stage(Kind::Plain, 8, GizmoMode::Scale, GizmoSpace::World);
  const GizmoFrame g = s.frame();
  EXPECT_EQ(hit_test(g, s.camera, s.view, s.pixel(g.origin)), Handle::Uniform);
  const Handle handles[] = {Handle::X, Handle::Y, Handle::Z};
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(hit_test(g, s.camera, s.view, s.pixel(arrow_ends(g, k)[1])), handles[k]);
  }
  EXPECT_EQ(hit_test(g, s.camera, s.view, s.pixel(g.origin) + vec2(0, 150)), Handle::None);
}

TEST(GizmoHit, AnArrowAtTheEyeIsNotThere) {
  Stage s = stage(Kind::Plain, 2, GizmoMode::Translate, GizmoSpace::World);
  s.camera.target = joint_position(s.scene, s.posed, 1);
  s.camera = look_from(s.camera, Side::Front);
  const GizmoFrame g = s.frame();
  EXPECT_FALSE(handle_visible(g, Handle::Z, s.camera));
  EXPECT_TRUE(handle_visible(g, Handle::X, s.camera));
  EXPECT_TRUE(handle_visible(g, Handle::XY, s.camera));
  EXPECT_FALSE(handle_visible(g, Handle::YZ, s.camera));
  EXPECT_FALSE(handle_visible(g, Handle::Uniform, s.camera));
  const auto square = plane_corners(g, Handle::XY);
  EXPECT_EQ(hit_test(g, s.camera, s.view, s.pixel(0.5f * (square[0] + square[2]))), Handle::XY);
}

}  // namespace
}  // namespace bindpose::gizmo_frame_test
