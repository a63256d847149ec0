#include "view/pick.h"

#include <gtest/gtest.h>

#include "view/rigs.h"

namespace bindpose::pick_test {
namespace {

using rigs::move;
using rigs::turn;

// A square of side 2 across the z axis, two triangles; corner k: (-1,-1) (1,-1) (1,1) (-1,1).
Mesh square(float z, const std::vector<std::vector<WeightEntry>>& rows, std::vector<int> joints) {
  Mesh m;
  m.position = {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}};
  m.normal.assign(4, vec3(0, 0, 1));
  m.triangle = {0, 1, 2, 0, 2, 3};
  m.file_binding.influences = pack_influences(rows, joints.size()).influences;
  m.file_binding.skin.bind.assign(joints.size(), mat4(1.0f));
  m.file_binding.skin.inverse_bind = m.file_binding.skin.bind;
  m.file_binding.skin.joint = std::move(joints);
  m.file_binding.skin.skinned = true;
  return m;
}

std::vector<std::vector<WeightEntry>> all_on(int slot) {
  return std::vector<std::vector<WeightEntry>>(4, {{slot, 1.0f}});
}

struct PickSurface : ::testing::Test {
  Viewport view{1000, 800};
  Camera camera;
  std::shared_ptr<Model> model =
      rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, mat4(1.0f)}, {"node", -1, mat4(1.0f), false}});
  Scene scene;

  void SetUp() override {
    camera.target = vec3(0.0f);
    camera.yaw = 0.3f;
    camera.pitch = 0.2f;
    camera.distance = 6.0f;
  }
  std::optional<SurfaceHit> at(const vec3& display_point) {
    if (!scene.model) scene = make_scene(model);
    return pick_surface(scene, evaluate(scene), camera, view,
                        vec2(project(camera, view, display_point)));
  }
};

TEST_F(PickSurface, HitsThePointThatIsSeen) {
  model->meshes = {square(0, all_on(0), {0})};
  for (const bool orthographic : {false, true}) {
    camera.orthographic = orthographic;
    const auto hit = at({0.5f, -0.25f, 0});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->mesh, 0);
    EXPECT_EQ(hit->triangle, 0u);
    EXPECT_LT(glm::length(hit->point - vec3(0.5f, -0.25f, 0)), 1e-3f);
    // (0.5, -0.25) = (-1,-1) b0 + (1,-1) b1 + (1,1) b2
    EXPECT_LT(glm::length(hit->bary - vec3(0.25f, 0.375f, 0.375f)), 1e-3f);
    EXPECT_FALSE(at({1.2f, 0, 0}));
  }
}

TEST_F(PickSurface, NearestCornerAndEdges) {
  model->meshes = {square(0, all_on(0), {0})};
  EXPECT_EQ(at({0.9f, -0.8f, 0})->vertex, 1u);
  EXPECT_EQ(at({-0.9f, 0.8f, 0})->vertex, 3u);
  for (float s = -0.95f; s < 1.0f; s += 0.05f) EXPECT_TRUE(at({s, s, 0}));  // the shared edge
}

TEST_F(PickSurface, NearestMeshWins) {
  model->meshes = {square(-1, all_on(0), {0}), square(1, all_on(0), {1}),
                   square(0, all_on(0), {0})};
  EXPECT_EQ(at({0, 0, 1})->mesh, 1);
  EXPECT_EQ(at({0, 0, 1})->joint, 1);
  camera.yaw = 3.0f;
  EXPECT_EQ(at({0, 0, -1})->mesh, 0);
}

TEST_F(PickSurface, WhatIsHiddenIsNotUnderTheMouse) {
  model->meshes = {square(-1, all_on(0), {0}), square(1, all_on(0), {1})};
  scene = make_scene(model);
  EXPECT_EQ(at({0, 0, 1})->mesh, 1);
  scene.mesh_hidden = {0, 1};
  const auto behind = at({0, 0, -1});
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->mesh, 0);
  EXPECT_EQ(behind->joint, 0);
  scene.mesh_hidden = {1, 1};
  EXPECT_FALSE(at({0, 0, -1}));
  scene.mesh_hidden = {1, 0};
  EXPECT_EQ(at({0, 0, 1})->mesh, 1);
}

TEST_F(PickSurface, NearestLayerOfOneMeshWins) {
  for (const float first : {0.5f, -0.5f}) {
    Mesh m = square(first, all_on(0), {0});
    const Mesh other = square(-first, all_on(0), {0});
    m.position.insert(m.position.end(), other.position.begin(), other.position.end());
    for (const std::uint32_t v : other.triangle) m.triangle.push_back(v + 4);
    m.file_binding.influences =
        pack_influences(std::vector<std::vector<WeightEntry>>(8, {{0, 1.0f}}), 1).influences;
    m.normal.assign(8, vec3(0, 0, 1));
    model->meshes = {m};
    scene = {};
    EXPECT_NEAR(at({0.1f, 0.1f, 0.5f})->point.z, 0.5f, 1e-4f);
  }
}

TEST_F(PickSurface, LargestBlendedWeight) {
  // Slot 0 is joint 1. Left edge on joint 1, right edge on joint 0.
  model->meshes = {square(0, {{{0, 1}}, {{1, 1}}, {{1, 1}}, {{0, 1}}}, {1, 0})};
  EXPECT_EQ(at({-0.3f, -0.5f, 0})->joint, 1);
  EXPECT_EQ(at({0.3f, -0.5f, 0})->joint, 0);
  // The hit is nearest to corner 0 but two corners pull the other way.
  model->meshes = {square(0, {{{0, 0.6f}, {1, 0.4f}}, {{1, 1}}, {{1, 1}}, {{0, 1}}}, {1, 0})};
  scene = {};
  const auto hit = at({-0.2f, -0.6f, 0});
  EXPECT_EQ(hit->vertex, 0u);
  EXPECT_EQ(hit->joint, 0);
}

TEST_F(PickSurface, UnweightedIsItsNode) {
  Mesh m = square(0, {{}, {}, {}, {}}, {0});
  m.node = 2;
  model->meshes = {m};
  EXPECT_EQ(at({0, 0, 0})->joint, 2);
}

TEST_F(PickSurface, FollowsThePoseAndTheDisplaySpace) {
  model->meshes = {square(0, all_on(0), {0})};
  for (vec3& p : model->meshes[0].position) p = vec3(p.x, -p.z, p.y) * 100.0f;
  model->to_display = rigs::stretch(0.01f, 0.01f, 0.01f) * turn(-90, {1, 0, 0});
  scene = make_scene(model);
  scene.pose.user_local[0] = move(300, 0, 0);
  EXPECT_FALSE(at({0, 0, 0}));
  const auto hit = at({3.5f, -0.25f, 0});
  ASSERT_TRUE(hit);
  EXPECT_LT(glm::length(hit->point - vec3(3.5f, -0.25f, 0)), 1e-3f);
}

TEST_F(PickSurface, NothingToHit) {
  EXPECT_FALSE(at({0, 0, 0}));
  model->meshes = {square(0, all_on(0), {0})};
  scene = make_scene(model);
  scene.view.surface = false;
  EXPECT_FALSE(at({0, 0, 0}));
  EXPECT_FALSE(pick_surface(Scene{}, PosedScene{}, camera, view, {1, 1}));
}

}  // namespace
}  // namespace bindpose::pick_test
