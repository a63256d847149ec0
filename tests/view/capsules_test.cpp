// The outline of a capsule against points of its surface, projected one by one.
#include "view/capsules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "view/gizmo_rigs.h"

namespace bindpose::test::capsules_test {
namespace {

constexpr Viewport kView{900.0f, 700.0f};

Camera camera_at(bool orthographic) {
  Camera camera;
  camera.distance = 6.0f;
  camera.yaw = 0.7f;
  camera.pitch = 0.4f;
  camera.orthographic = orthographic;
  return camera;
}

// Rigid, then stretched and sheared: what T_j may be.
Capsule random_capsule(rigs::Random& random) {
  Capsule c;
  c.joint = 3;
  c.head = 0.5f * random.unit();
  c.tail = 0.5f * random.unit();
  c.radius = random(0.1f, 0.5f);
  mat4 odd =
      glm::scale(mat4(1.0f), vec3(random(0.5f, 1.5f), random(-1.5f, -0.5f), random(0.5f, 1.5f)));
  odd[1][0] = random(-0.5f, 0.5f);
  c.to_display = random.rigid(0.3f) * odd;
  return c;
}

// Pixels of points all over the surface.
std::vector<vec2> surface_pixels(const Capsule& c, const Camera& camera) {
  constexpr int kPoints = 40'000;
  const vec3 z = glm::normalize(c.tail - c.head);
  std::vector<vec2> out;
  for (int i = 0; i < kPoints; ++i) {
    const float h = 1.0f - 2.0f * (static_cast<float>(i) + 0.5f) / kPoints;
    const float a = 2.39996323f * static_cast<float>(i), r = std::sqrt(1.0f - h * h);
    const vec3 d(r * std::cos(a), r * std::sin(a), h);
    const vec3 end = glm::dot(d, z) > 0.0f ? c.tail : c.head;
    const vec3 p(c.to_display * vec4(end + c.radius * d, 1.0f));
    out.emplace_back(project(camera, kView, p));
  }
  return out;
}

TEST(Capsules, TheOutlineIsWhereTheSightPassesAtTheRadius) {
  rigs::Random random{std::mt19937(5)};
  for (int k = 0; k < 8; ++k) {
    const Camera camera = camera_at(k % 2 == 1);
    const Capsule c = random_capsule(random);
    float largest = 0.0f;
    vec2 rim(0.0f);
    for (const vec2& pixel : surface_pixels(c, camera)) {
      const auto p = passing(c, camera, kView, pixel);
      ASSERT_TRUE(p);
      EXPECT_LE(p->distance, c.radius * 1.0005f)
          << "no point of the surface is seen outside the outline";
      if (p->distance > largest) largest = p->distance, rim = pixel;
    }
    EXPECT_GE(largest, c.radius * 0.9995f);
    EXPECT_EQ(outline_at(std::vector{c}, camera, kView, rim, 2.0f), 0);
    const vec3 middle(c.to_display * vec4(0.5f * (c.head + c.tail), 1.0f));
    EXPECT_EQ(outline_at(std::vector{c}, camera, kView, vec2(project(camera, kView, middle)), 2.0f),
              -1);
  }
}

TEST(Capsules, TheNearestOutlineIsTaken) {
  const Camera camera = camera_at(true);
  Capsule small{1, {-0.2f, 0, 0}, {0.2f, 0, 0}, 0.3f}, large = small;
  large.joint = 2;
  large.radius = 0.32f;
  const vec3 up(glm::inverse(view_matrix(camera))[1]);
  const auto pixel = [&](float far) { return vec2(project(camera, kView, far * up)); };
  // Across the bone, so that the distance is the height over it as the eye sees it.
  const auto at = [&](float far) {
    return outline_at(std::vector{small, large}, camera, kView, pixel(far), 40.0f);
  };
  const float scale = passing(small, camera, kView, pixel(1.0f))->distance;
  EXPECT_EQ(at(0.29f / scale), 0);
  EXPECT_EQ(at(0.33f / scale), 1);
}

// A pose or colours of fewer joints than the bones have: the capsules of these remain.
TEST(Capsules, OfJointsWithAPlaceAndAColour) {
  const auto model = rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, rigs::move(0, 1, 0)}});
  const std::vector<BoneSegment> segments{{0, {}, {0, 1, 0}, 0.2f},
                                          {1, {0, 1, 0}, {0, 2, 0}, 0.2f}};
  const Scene scene = make_scene(model);
  PosedScene posed = evaluate(scene);
  std::vector<vec3> color(2, vec3(1.0f));
  const auto joints = [&] {
    std::vector<int> out;
    for (const Capsule& c : capsules(scene, posed, segments, color)) out.push_back(c.joint);
    return out;
  };
  EXPECT_EQ(joints(), (std::vector{0, 1}));
  color.pop_back();
  EXPECT_EQ(joints(), std::vector{0});
  color.emplace_back(1.0f);
  posed.world.pop_back();
  EXPECT_EQ(joints(), std::vector{0});
}

TEST(Capsules, NothingBehindTheEyeOrFlat) {
  Camera camera = camera_at(false);
  Capsule c{0, {0, 0, 0}, {0.1f, 0, 0}, 0.2f};
  const vec3 behind = eye(camera) + 2.0f * (eye(camera) - camera.target);
  c.to_display = glm::translate(mat4(1.0f), behind);
  EXPECT_FALSE(passing(c, camera, kView, {450, 350}));
  c.to_display = glm::scale(mat4(1.0f), vec3(1, 0, 1));
  EXPECT_FALSE(passing(c, camera, kView, {450, 350}));
  EXPECT_EQ(outline_at(std::vector{c}, camera, kView, {450, 350}, 1e6f), -1);
}

}  // namespace
}  // namespace bindpose::test::capsules_test
