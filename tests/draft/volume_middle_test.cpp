// The middle of the volume under a ray, against what a tube is.
#include "view/draft/volume_middle.h"

#include <gtest/gtest.h>

#include "math/transform.h"
#include "tube.h"

namespace bindpose::tests {
namespace {

std::optional<VolumePoint> middle(const Model& model, const Ray& ray,
                                  std::vector<std::uint8_t> hidden = {}) {
  return volume_middle(model, bind_surface(model), hidden, ray);
}

TEST(VolumeMiddle, IsOnTheAxisOfATube) {
  const auto tube = tube_model(4.0f, 3.0f);
  for (const float y : {0.3f, 1.0f, 2.2f, 3.9f}) {
    const auto hit = middle(*tube, {vec3(3, y, 10), vec3(0, 0, -1)});
    ASSERT_TRUE(hit);
    EXPECT_TRUE(hit->middle);
    EXPECT_LE(glm::length(hit->point - vec3(3, y, 0)), 1e-5f);
  }
}

TEST(VolumeMiddle, BesideTheMiddleItIsHalfOfTheChord) {
  // Sixteen sides: between 11.25 and 33.75 degrees x runs from 0.49 to 0.42, and so does z.
  const auto hit = middle(*tube_model(), {vec3(0.3f, 2, 10), vec3(0, 0, -1)});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->point.z, 0.0f, 1e-5f);
  EXPECT_NEAR(hit->point.x, 0.3f, 1e-5f);
}

TEST(VolumeMiddle, TheWindingDoesNotMatter) {
  auto tube = tube_model();
  auto& t = tube->meshes[0].triangle;
  for (std::size_t i = 0; i < t.size(); i += 3) std::swap(t[i], t[i + 1]);
  const auto hit = middle(*tube, {vec3(0, 2, 10), vec3(0, 0, -1)});
  ASSERT_TRUE(hit && hit->middle);
  EXPECT_NEAR(hit->point.z, 0.0f, 1e-5f);
}

TEST(VolumeMiddle, PartsThroughEachOtherAreOneVolume) {
  auto tube = tube_model();
  Mesh other = tube->meshes[0];
  for (vec3& p : other.position) p.z += 0.75f;  // from 0.25 to 1.25, the first from -0.5 to 0.5
  tube->meshes.push_back(other);
  const Ray ray{vec3(0, 2, 10), vec3(0, 0, -1)};
  EXPECT_NEAR(middle(*tube, ray)->point.z, 0.5f * (1.25f - 0.5f), 1e-5f);
  EXPECT_NEAR(middle(*tube, ray, {0, 1})->point.z, 0.0f, 1e-5f);  // it is hidden
  for (vec3& p : tube->meshes[1].position) p.z += 5.0f;           // apart: the nearer one
  EXPECT_NEAR(middle(*tube, ray)->point.z, 5.75f, 1e-5f);
}

TEST(VolumeMiddle, OnAnOpenSurfaceItIsThePlaceItself) {
  auto tube = tube_model();
  auto& mesh = tube->meshes[0];
  std::vector<std::uint32_t> front;
  for (std::size_t i = 0; i < mesh.triangle.size(); i += 3) {
    const auto z = [&](std::size_t k) { return mesh.position[mesh.triangle[i + k]].z; };
    if (z(0) < 0.01f && z(1) < 0.01f && z(2) < 0.01f) continue;
    front.insert(front.end(), {mesh.triangle[i], mesh.triangle[i + 1], mesh.triangle[i + 2]});
  }
  mesh.triangle = front;
  const auto hit = middle(*tube, {vec3(0, 2, 10), vec3(0, 0, -1)});
  ASSERT_TRUE(hit);
  EXPECT_FALSE(hit->middle);
  EXPECT_NEAR(hit->point.z, 0.5f, 1e-5f);
  EXPECT_FALSE(middle(*tube, {vec3(5, 2, 10), vec3(0, 0, -1)}));
}

// Each face there twice, once either way round, as some exporters write what shows from both sides.
TEST(VolumeMiddle, FacesThatAreThereTwiceAreOne) {
  auto tube = tube_model();
  auto& t = tube->meshes[0].triangle;
  const std::vector<std::uint32_t> once = t;
  for (std::size_t i = 0; i < once.size(); i += 3)
    t.insert(t.end(), {once[i], once[i + 2], once[i + 1]});
  for (const float y : {2.1f, 2.0f}) {  // through faces, through edges
    const auto hit = middle(*tube, {vec3(0.03f, y, 10), vec3(0, 0, -1)});
    ASSERT_TRUE(hit && hit->middle);
    EXPECT_NEAR(hit->point.z, 0.0f, 1e-5f) << y;
  }
}

// A card of hair before a head: the head's middle. A card alone is open, and that is said.
TEST(VolumeMiddle, ACardIsNoVolume) {
  auto tube = tube_model();
  Mesh card = tube->meshes[0];
  card.position = {{-1, 1, 2}, {1, 1, 2}, {0, 4, 2}};
  card.normal.assign(3, vec3(0, 0, 1));
  card.triangle = {0, 1, 2, 0, 2, 1};
  card.file_binding.influences.offset.assign(4, 0);
  card.file_binding.influences.raw_weight_sum.assign(3, 0.0f);
  tube->meshes.push_back(card);
  const Ray ray{vec3(0, 2, 10), vec3(0, 0, -1)};
  EXPECT_NEAR(middle(*tube, ray)->point.z, 0.0f, 1e-5f);
  const auto alone = middle(*tube, ray, {1, 0});
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->middle);
  EXPECT_NEAR(alone->point.z, 2.0f, 1e-5f);
}

// A ray that meets an edge, or a vertex, meets several triangles in one place.
TEST(VolumeMiddle, EdgesAndVerticesAreOneCrossing) {
  const auto tube = tube_model();
  for (const float y : {0.5f, 1.0f, 1.25f, 2.0f}) {
    const auto hit = middle(*tube, {vec3(0, y, 10), vec3(0, 0, -1)});
    ASSERT_TRUE(hit && hit->middle) << y;
    EXPECT_NEAR(hit->point.z, 0.0f, 1e-5f);
  }
}

TEST(VolumeMiddle, ThePixelGoesToTheFilesWorld) {
  auto tube = tube_model();
  // Centimetres, z up.
  tube->to_display =
      mat4(vec4(0.01f, 0, 0, 0), vec4(0, 0, -0.01f, 0), vec4(0, 0.01f, 0, 0), vec4(0, 0, 0, 1));
  Camera camera;
  camera.target = vec3(tube->to_display * vec4(0, 2, 0, 1));
  camera.distance = 0.2f;
  camera.yaw = 0.7f;
  const auto hit = volume_middle(*tube, bind_surface(*tube), {}, camera, {640, 480}, {320, 240});
  ASSERT_TRUE(hit);
  EXPECT_LE(std::abs(hit->point.x), 0.5f);
  EXPECT_LE(std::abs(hit->point.z), 0.5f);
}

}  // namespace
}  // namespace bindpose::tests
