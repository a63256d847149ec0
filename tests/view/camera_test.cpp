#include "view/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace bindpose::camera_test {
namespace {

constexpr float kPi = 3.14159265f;

struct Random {
  std::mt19937 engine{7};
  float operator()(float lo, float hi) {
    return std::uniform_real_distribution<float>(lo, hi)(engine);
  }
  vec3 point(float size) {
    return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
  }
};

Camera random_camera(Random& random, bool orthographic) {
  Camera c;
  c.target = random.point(3.0f);
  c.distance = random(0.5f, 8.0f);
  c.yaw = random(-kPi, kPi);
  c.pitch = random(-1.5f, 1.5f);
  c.roll = random(-kPi, kPi);
  c.fov_y = random(0.3f, 1.2f);
  c.orthographic = orthographic;
  c.shift = {random(-0.6f, 0.6f), random(-0.6f, 0.6f)};
  return c;
}

const Viewport kWide{1280, 720}, kTall{500, 900};

TEST(Camera, EyeByHand) {
  Camera c;
  c.target = {1, 2, 3};
  c.distance = 2.0f;
  c.yaw = 0.0f;
  c.pitch = 0.0f;
  EXPECT_LT(glm::length(eye(c) - vec3(1, 2, 5)), 1e-6f);
  c.yaw = 0.5f * kPi;
  EXPECT_LT(glm::length(eye(c) - vec3(3, 2, 3)), 1e-6f);
  c.pitch = kPi / 6.0f;  // half the distance up
  EXPECT_LT(glm::length(eye(c) - vec3(1.0f + std::sqrt(3.0f), 3, 3)), 1e-5f);
}

TEST(Camera, OrbitByHand) {
  Camera c;
  c.target = {0, 1, 0};
  c.distance = 2.0f;
  c.yaw = 0.0f;
  c.pitch = 0.0f;
  // 0.4 degrees a pixel: 225 pixels are a quarter turn. The scene follows the mouse to the right,
  // so the eye goes to the left; pulled down, the scene tips towards the viewer, who then sees it
  // from above.
  const Camera right = orbit(c, {225, 0});
  EXPECT_LT(glm::length(eye(right) - vec3(-2, 1, 0)), 1e-5f);
  const Camera down = orbit(c, {0, 75});
  EXPECT_LT(glm::length(eye(down) - vec3(0, 2, std::sqrt(3.0f))), 1e-5f);
  EXPECT_FLOAT_EQ(down.distance, 2.0f);
  const Camera over = orbit(c, {0, 5000});
  EXPECT_LT(over.pitch, 0.5f * kPi);
  EXPECT_GT(over.pitch, 1.5f);
  EXPECT_GT(camera_axes(over).up.y, 0.0f);
}

void expect_axes(const Camera& c, const vec3& right, const vec3& up, const vec3& back) {
  const CameraAxes a = camera_axes(c);
  EXPECT_LT(glm::distance(a.right, right), 2e-5f);
  EXPECT_LT(glm::distance(a.up, up), 2e-5f);
  EXPECT_LT(glm::distance(a.back, back), 2e-5f);
}

TEST(Camera, OnABallGoesOverTheHead) {
  Camera c;
  c.yaw = c.pitch = 0.0f;
  expect_axes(orbit_freely(c, {225, 0}), {0, 0, 1}, {0, 1, 0}, {-1, 0, 0});
  expect_axes(orbit_freely(c, {0, 225}), {1, 0, 0}, {0, 0, -1}, {0, 1, 0});
  expect_axes(orbit_freely(c, {0, 450}), {1, 0, 0}, {0, -1, 0}, {0, 0, -1});
  EXPECT_EQ(orbit(orbit_freely(c, {0, 450}), {1, 0}).roll, 0.0f) << "a turntable is level";
  EXPECT_EQ(look_from(orbit_freely(c, {30, 400}), Side::Front).roll, 0.0f);
}

TEST(Camera, OnABallAllAxesTurnAboutTheCamerasOwn) {
  Random random;
  for (int n = 0; n < 200; ++n) {
    const Camera c = random_camera(random, false);
    const CameraAxes a = camera_axes(c);
    const float degrees = random(1.0f, 170.0f);
    const bool sideways = n % 2 == 0;
    // Dragged to the right the camera turns clockwise about its up, dragged down about its right.
    const Camera now = orbit_freely(c, (degrees / 0.4f) * (sideways ? vec2(1, 0) : vec2(0, 1)));
    const float s = std::sin(degrees * kPi / 180.0f), cosine = std::cos(degrees * kPi / 180.0f);
    if (sideways) {
      expect_axes(now, cosine * a.right + s * a.back, a.up, cosine * a.back - s * a.right);
    } else {
      expect_axes(now, a.right, cosine * a.up - s * a.back, cosine * a.back + s * a.up);
    }
    EXPECT_EQ(now.target, c.target);
    EXPECT_EQ(now.distance, c.distance);
  }
}

TEST(Camera, ProjectUndoesPixelRay) {
  Random random;
  for (int k = 0; k < 200; ++k) {
    const Camera c = random_camera(random, k % 2 == 1);
    const vec2 pixel(random(0, 1280), random(0, 720));
    const Ray ray = pixel_ray(c, kWide, pixel);
    EXPECT_NEAR(glm::length(ray.direction), 1.0f, 1e-5f);
    const float t = (c.orthographic ? kOrthoEyeFactor : 1.0f) * c.distance * random(0.7f, 1.4f);
    const vec3 back = project(c, kWide, ray.origin + t * ray.direction);
    EXPECT_LT(glm::length(vec2(back) - pixel), c.orthographic ? 0.1f : 0.02f);
    EXPECT_NEAR(back.z, t * glm::dot(ray.direction, -camera_axes(c).back), 1e-3f * t);
  }
}

TEST(Camera, MatricesAgreeWithProject) {
  Random random;
  const Box box{{-1, 0, -1}, {1, 2, 1}};
  for (int k = 0; k < 200; ++k) {
    const Camera c = random_camera(random, k % 2 == 1);
    const vec3 point = c.target + random.point(0.4f * c.distance);
    const vec4 clip = projection_matrix(c, kWide, box) * view_matrix(c) * vec4(point, 1.0f);
    const vec2 pixel(640.0f * (1.0f + clip.x / clip.w), 360.0f * (1.0f - clip.y / clip.w));
    EXPECT_LT(glm::length(pixel - vec2(project(c, kWide, point))), 0.1f);
  }
}

TEST(Camera, BehindTheEyeIsNotInFront) {
  const Camera c;
  EXPECT_LT(project(c, kWide, c.target + 2.0f * c.distance * camera_axes(c).back).z, 0.0f);
}

TEST(Camera, PixelGradientIsTheDerivative) {
  Random random;
  for (int k = 0; k < 100; ++k) {
    const Camera c = random_camera(random, k % 2 == 1);
    const vec3 point = c.target + random.point(0.3f * c.distance);
    const PixelGradient g = pixel_gradient(c, kWide, point);
    for (int axis = 0; axis < 3; ++axis) {
      vec3 step(0.0f);
      step[axis] = 1e-2f * c.distance;
      const vec2 d =
          (vec2(project(c, kWide, point + step)) - vec2(project(c, kWide, point - step))) /
          (2.0f * step[axis]);
      const float scale = glm::length(g.x) + glm::length(g.y);
      EXPECT_NEAR(g.x[axis], d.x, 3e-3f * scale);
      EXPECT_NEAR(g.y[axis], d.y, 3e-3f * scale);
    }
  }
}

TEST(Camera, PixelSize) {
  Camera c;
  c.pitch = 0.0f;
  c.yaw = 0.0f;
  c.fov_y = 2.0f * std::atan(0.5f);  // one unit high at one unit away
  EXPECT_NEAR(pixel_size(c, kWide, c.target), c.distance / 720.0f, 1e-7f);
  EXPECT_NEAR(pixel_size(c, kWide, c.target + vec3(0, 0, 2)), (c.distance - 2.0f) / 720.0f, 1e-7f);
  c.orthographic = true;
  EXPECT_NEAR(pixel_size(c, kWide, c.target + vec3(0, 0, 2)), c.distance / 720.0f, 1e-7f);
}

// The point at the target's depth that is seen at the pixel.
vec3 point_under(const Camera& c, const Viewport& v, const vec2& pixel) {
  const Ray ray = pixel_ray(c, v, pixel);
  const auto t = intersect_plane(ray, c.target, camera_axes(c).back);
  return ray.origin + t.value() * ray.direction;
}

TEST(Camera, PanKeepsThePointUnderTheMouse) {
  Random random;
  for (int k = 0; k < 100; ++k) {
    const Camera c = random_camera(random, k % 2 == 1);
    const vec2 from(random(0, 1280), random(0, 720)), drag(random(-300, 300), random(-300, 300));
    const vec3 point = point_under(c, kWide, from);
    const Camera moved = pan(c, kWide, drag);
    EXPECT_LT(glm::length(vec2(project(moved, kWide, point)) - (from + drag)), 0.15f);
    EXPECT_EQ(moved.yaw, c.yaw);
    EXPECT_EQ(moved.distance, c.distance);
  }
}

TEST(Camera, ZoomKeepsThePointUnderTheCursor) {
  Random random;
  for (int k = 0; k < 100; ++k) {
    const Camera c = random_camera(random, k % 2 == 1);
    const vec2 pixel(random(0, 1280), random(0, 720));
    const vec3 point = point_under(c, kWide, pixel);
    const Camera in = zoom(c, kWide, random(0.5f, 8.0f), pixel);
    const Camera out = zoom(c, kWide, random(-8.0f, -0.5f), pixel);
    EXPECT_LT(in.distance, c.distance);
    EXPECT_GT(out.distance, c.distance);
    EXPECT_LT(glm::length(vec2(project(in, kWide, point)) - pixel), 0.3f);
    EXPECT_LT(glm::length(vec2(project(out, kWide, point)) - pixel), 0.3f);
  }
}

TEST(Camera, ZoomStopsBeforeZeroAndInfinity) {
  const Camera in = zoom(Camera{}, kWide, 1e4f, {640, 360});
  EXPECT_GT(in.distance, 0.0f);
  EXPECT_LT(in.distance, 1e-3f) << "a millimetre of a model in metres fills the view";
  const Camera out = zoom(Camera{}, kWide, -1e4f, {640, 360});
  EXPECT_TRUE(std::isfinite(out.distance));
}

std::vector<vec3> corners_of(const Box& b) {
  std::vector<vec3> out;
  for (unsigned k = 0; k < 8; ++k) {
    out.emplace_back(k & 1u ? b.hi.x : b.lo.x, k & 2u ? b.hi.y : b.lo.y, k & 4u ? b.hi.z : b.lo.z);
  }
  return out;
}

TEST(Camera, FrameFitsTheBoxWithAMargin) {
  Random random;
  for (int k = 0; k < 200; ++k) {
    const Viewport v = k % 3 == 0 ? kTall : kWide;
    Box box;
    box.add(random.point(3.0f));
    box.add(random.point(3.0f));
    const Camera before = random_camera(random, k % 2 == 1);
    const Camera c = frame(before, v, box);
    EXPECT_EQ(c.yaw, before.yaw);
    EXPECT_EQ(c.pitch, before.pitch);
    float used = 0.0f;  // 1: at the edge of the view
    for (const vec3& p : corners_of(box)) {
      const vec3 pixel = project(c, v, p);
      EXPECT_GT(pixel.z, 0.0f);
      used = std::max({used, std::abs(2.0f * pixel.x / v.width - 1.0f),
                       std::abs(2.0f * pixel.y / v.height - 1.0f)});
    }
    EXPECT_NEAR(used, 0.92f, 1e-3f) << k;
  }
}

TEST(Camera, FrameOfNothingAndOfAPoint) {
  const Camera c = frame(Camera{}, kWide, Box{});
  EXPECT_EQ(c.target, Camera{}.target);
  EXPECT_EQ(c.distance, Camera{}.distance);
  const Camera p = frame(Camera{}, kWide, Box{{1, 2, 3}, {1, 2, 3}});
  EXPECT_EQ(p.target, vec3(1, 2, 3));
  EXPECT_EQ(p.distance, Camera{}.distance);
}

TEST(Camera, NearAndFarHoldTheScene) {
  Random random;
  for (int k = 0; k < 200; ++k) {
    Box box;
    box.add(random.point(3.0f));
    box.add(random.point(3.0f));
    const Camera c = frame(random_camera(random, k % 2 == 1), kWide, box);
    const mat4 m = projection_matrix(c, kWide, box) * view_matrix(c);
    for (const vec3& p : corners_of(box)) {
      const vec4 clip = m * vec4(p, 1.0f);
      EXPECT_LT(std::abs(clip.z), clip.w);
    }
    // 24 bits of depth at the target are worth less than a thousandth of the distance.
    const vec4 a = m * vec4(c.target, 1.0f);
    const vec4 b = m * vec4(c.target - 1e-3f * c.distance * camera_axes(c).back, 1.0f);
    EXPECT_GT(b.z / b.w - a.z / a.w, 2.0f / 16777216.0f);
  }
  for (const bool orthographic : {false, true}) {
    Camera c;
    c.orthographic = orthographic;
    const vec4 clip = projection_matrix(c, kWide, Box{}) * view_matrix(c) * vec4(c.target, 1.0f);
    EXPECT_LT(std::abs(clip.z), clip.w);
  }
}

TEST(Camera, CloseUpIsNotCutByTheNearPlane) {
  Camera c;
  c.distance = 0.02f;
  const Box box{{-1, 0, -1}, {1, 2, 1}};
  const vec4 clip = projection_matrix(c, kWide, box) * view_matrix(c) *
                    vec4(c.target + 0.5f * c.distance * camera_axes(c).back, 1.0f);
  EXPECT_LT(std::abs(clip.z), clip.w);
}

TEST(Camera, SidesLookFromWhereTheyAreCalled) {
  const Camera c;
  const auto from = [&](Side side) { return glm::normalize(eye(look_from(c, side)) - c.target); };
  EXPECT_LT(glm::length(from(Side::Front) - vec3(0, 0, 1)), 1e-5f);
  EXPECT_LT(glm::length(from(Side::Back) - vec3(0, 0, -1)), 1e-5f);
  EXPECT_LT(glm::length(from(Side::Right) - vec3(1, 0, 0)), 1e-5f);
  EXPECT_LT(glm::length(from(Side::Left) - vec3(-1, 0, 0)), 1e-5f);
  EXPECT_LT(glm::length(from(Side::Top) - vec3(0, 1, 0)), 2e-3f);
  EXPECT_EQ(look_from(c, Side::Top).distance, c.distance);
}

TEST(Camera, EaseEndsExactlyAndGoesTheShortWay) {
  Camera a, b;
  a.yaw = 3.0f;
  b.yaw = -3.0f;
  b.distance = 16.0f * a.distance;
  b.target = {5, 5, 5};
  EXPECT_EQ(ease(a, b, 0.0f).yaw, a.yaw);
  EXPECT_EQ(ease(a, b, 1.0f).yaw, b.yaw);
  EXPECT_EQ(ease(a, b, 1.0f).target, b.target);
  const Camera half = ease(a, b, 0.5f);
  EXPECT_NEAR(std::remainder(half.yaw - kPi, 2.0f * kPi), 0.0f, 1e-5f);
  EXPECT_NEAR(half.distance, 4.0f * a.distance, 1e-4f);
  // It starts and ends gently.
  EXPECT_LT(ease(a, b, 0.05f).target.x, 0.05f);
  EXPECT_GT(ease(a, b, 0.95f).target.x, 4.95f);
}

TEST(Camera, TurnsToWhatItSeesFromBehindAndStaysWhereItSees) {
  Camera c;
  c.yaw = 0.4f;
  c.pitch = 0.2f;
  c.distance = 3.0f;
  const vec3 back = camera_axes(c).back;
  EXPECT_EQ(facing(c, back), c);
  EXPECT_EQ(facing(c, vec3(0.0f)), c) << "nothing to face";
  EXPECT_EQ(facing(c, glm::normalize(back + 0.8f * camera_axes(c).right)), c) << "seen at a slant";
  const vec3 behind = glm::normalize(vec3(0.3f, 0.1f, -1.0f));
  const Camera turned = facing(c, 7.0f * behind);
  EXPECT_NEAR(glm::dot(camera_axes(turned).back, behind), 1.0f, 1e-5f);
  EXPECT_EQ(turned.target, c.target);
  EXPECT_EQ(turned.distance, c.distance);
  const Camera below = facing(c, vec3(0.0f, -1.0f, 0.0f));
  EXPECT_EQ(below.yaw, c.yaw);
  EXPECT_GT(glm::dot(camera_axes(below).back, vec3(0.0f, -1.0f, 0.0f)), 0.8f);
}

TEST(Camera, FirstViewShowsAllFromTheFront) {
  const Box box{{-0.8f, 0, -0.2f}, {0.8f, 1.8f, 0.2f}};
  const Camera c = first_view(kWide, box);
  EXPECT_EQ(c.target, box.center());
  EXPECT_GT(eye(c).z, box.hi.z);
  EXPECT_GT(eye(c).x, 0.0f);
  EXPECT_GT(eye(c).y, box.center().y);
}

}  // namespace
}  // namespace bindpose::camera_test
