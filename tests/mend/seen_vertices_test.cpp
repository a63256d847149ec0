// Which vertices are seen from the eye.
#include "view/seen_vertices.h"

#include <gtest/gtest.h>

#include "scene/test_model.h"

namespace bindpose::seen_vertices_test {
namespace {

constexpr Viewport kView{200.0f, 200.0f};

// A square of two triangles across the view, so far before the target, and a smaller one.
void square(Mesh& mesh, const Camera& camera, float before, float half) {
  const vec3 back = glm::normalize(eye(camera) - camera.target);
  const vec3 right = glm::normalize(glm::cross(vec3(0, 1, 0), back));
  const vec3 up = glm::cross(back, right);
  mesh.position.clear();
  for (const vec2 corner : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)}) {
    mesh.position.push_back(camera.target + before * back +
                            half * (corner.x * right + corner.y * up));
  }
  mesh.normal.assign(4, back);
  mesh.triangle = {0, 1, 2, 0, 2, 3};
  mesh.morph.clear();
  mesh.file_binding.influences =
      pack_influences(std::vector<std::vector<WeightEntry>>(4, {{0, 1.0f}}),
                      mesh.file_binding.skin.joint.size())
          .influences;
}

struct Seen {
  std::vector<std::uint8_t> front, back;
};

Seen seen(const Camera& camera, bool through, float front_half) {
  auto model = tests::random_model(3, 6, 2);
  model->to_display = mat4(1.0f);
  square(model->meshes[0], camera, 0.5f, front_half);
  square(model->meshes[1], camera, -0.5f, 0.4f);
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Bind;
  const SeenVertices all =
      seen_vertices(scene, evaluate(scene), Deformer::Linear, camera, kView, through);
  EXPECT_NEAR(
      glm::length(all.pixel[1][0] - vec2(project(camera, kView, model->meshes[1].position[0]))),
      0.0f, 0.5f);
  return {all.seen[0], all.seen[1]};
}

using Flags = std::vector<std::uint8_t>;

// On each side, and there beside the view alone: what lies neither above nor below it, say.
TEST(SeenVertices, WhatLiesBesideTheViewIsNotSeen) {
  const Camera camera;
  const vec3 back = glm::normalize(eye(camera) - camera.target);
  const vec3 right = glm::normalize(glm::cross(vec3(0, 1, 0), back));
  const vec3 up = glm::cross(back, right);
  for (const vec3& away : {right, -right, up, -up}) {
    auto model = tests::random_model(3, 6, 2);
    model->to_display = mat4(1.0f);
    square(model->meshes[0], camera, 0.0f, 0.1f);
    square(model->meshes[1], camera, 0.0f, 0.1f);
    for (vec3& p : model->meshes[1].position) p += 2.0f * camera.distance * away;
    Scene scene = make_scene(model);
    scene.pose.base = BasePose::Bind;
    const SeenVertices all =
        seen_vertices(scene, evaluate(scene), Deformer::Linear, camera, kView, false);
    EXPECT_EQ(all.seen[0], Flags(4, 1));
    EXPECT_EQ(all.seen[1], Flags(4, 0));
  }
}

TEST(SeenVertices, WhatTheSurfaceHidesIsNotSeen) {
  Camera camera;
  for (const bool orthographic : {false, true}) {
    camera.orthographic = orthographic;
    const Seen hidden = seen(camera, false, 0.8f);
    EXPECT_EQ(hidden.front, Flags(4, 1));
    EXPECT_EQ(hidden.back, Flags(4, 0));
    EXPECT_EQ(seen(camera, true, 0.8f).back, Flags(4, 1));
    // Beside a smaller one the farther one's corners are seen.
    EXPECT_EQ(seen(camera, false, 0.1f).back, Flags(4, 1));
  }
}

TEST(SeenVertices, WhatIsBehindTheEyeIsNot) {
  Camera camera;
  camera.distance = 0.2f;
  EXPECT_EQ(seen(camera, true, 0.1f).front, Flags(4, 0));
}

// A square behind a larger one is looked at from its other side; beside a smaller one from where
// the camera is.
TEST(SeenVertices, TheCameraGoesWhereTheyAreSeen) {
  Camera camera;
  const auto same_place = [](const Camera& from) { return from; };
  for (const float front : {0.8f, 0.1f}) {
    auto model = tests::random_model(3, 6, 2);
    model->to_display = mat4(1.0f);
    square(model->meshes[0], camera, 0.3f, front);
    square(model->meshes[1], camera, -0.3f, 0.4f);
    Scene scene = make_scene(model);
    scene.pose.base = BasePose::Bind;
    const Camera there = seeing(scene, evaluate(scene), Deformer::Linear, {{}, {0, 1, 2, 3}}, kView,
                                camera, same_place);
    if (front < 0.4f) {
      EXPECT_EQ(there, camera);
      continue;
    }
    const auto all = seen_vertices(scene, evaluate(scene), Deformer::Linear, there, kView, false);
    EXPECT_GE(std::ranges::count(all.seen[1], 1), 2) << there.yaw << " " << there.pitch;
    EXPECT_EQ(there.target, camera.target);
    EXPECT_EQ(there.pitch, camera.pitch) << "no higher than needed";
  }
}

}  // namespace
}  // namespace bindpose::seen_vertices_test
