// Places that were rounded, as a packed file's are, are no difference of what lies there.
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "rig/weights/weight_rows.h"
#include "scene/diff/scene_diff.h"
#include "scene/scene.h"

namespace bindpose::tests::rounded_places_test {
namespace {

constexpr int kSide = 21;

// A plate of 1 m on one joint, coordinates of its texture and colours different from vertex to
// vertex: between two of them they change by up to 1 on 50 mm.
std::shared_ptr<Model> plate(float moved) {
  auto model = std::make_shared<Model>();
  const RawJoint root[] = {{"root", -1, mat4(1.0f), true}};
  model->skeleton = build_skeleton(root).skeleton;
  Mesh mesh;
  mesh.name = "plate";
  mesh.node = 0;
  std::mt19937 dice(7);
  std::uniform_real_distribution<float> any(0.0f, 1.0f), off(-moved, moved);
  std::mt19937 shift(11);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      mesh.position.emplace_back(0.05f * static_cast<float>(x) + off(shift),
                                 0.05f * static_cast<float>(y) + off(shift), off(shift));
      mesh.normal.emplace_back(0, 0, 1);
      const float u = any(dice), v = any(dice);
      mesh.uv.emplace_back(u, v);
      mesh.color.emplace_back(v, u, 0.5f, 1.0f);
    }
  }
  for (std::uint32_t y = 0; y + 1 < kSide; ++y) {
    for (std::uint32_t x = 0; x + 1 < kSide; ++x) {
      const std::uint32_t a = y * kSide + x;
      for (const std::uint32_t v : {a, a + 1, a + kSide, a + 1, a + kSide + 1, a + kSide})
        mesh.triangle.push_back(v);
    }
  }
  const std::vector<std::vector<WeightEntry>> rows(mesh.position.size(), {{0, 1.0f}});
  mesh.file_binding.influences = pack_influences(rows, 1).influences;
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0};
  mesh.file_binding.skin.bind = mesh.file_binding.skin.inverse_bind = {mat4(1.0f)};
  model->meshes.push_back(std::move(mesh));
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

SceneDiff compare(std::shared_ptr<Model> one, std::shared_ptr<Model> other) {
  DiffOptions options;
  options.tolerance = 0.001;  // 1.4 mm
  return compare_scenes(make_scene(std::move(one)), make_scene(std::move(other)), options);
}

TEST(RoundedPlaces, AreNoDifferenceOfWhatLiesThere) {
  const SceneDiff diff = compare(plate(0.0f), plate(0.0003f));
  for (int p = 0; p < kDiffParts; ++p) EXPECT_FALSE(diff.differs[p]) << kDiffWord[p];
  EXPECT_GT(diff.surfaces.at(0).metres, 1e-4);
}

TEST(RoundedPlaces, AndWhatIsOtherThereIsOneAllTheSame) {
  auto other = plate(0.0003f);
  other->meshes[0].uv[200].x += 0.01f;
  const SceneDiff diff = compare(plate(0.0f), other);
  EXPECT_TRUE(diff.differs[static_cast<int>(DiffPart::Uv)]);
  ASSERT_EQ(diff.surfaces.size(), 2u);
  for (const SurfaceDiff& s : diff.surfaces) {
    EXPECT_EQ(s.uv[0].other, 1u);
    EXPECT_EQ(s.uv[0].vertex, 200u);
    EXPECT_NEAR(s.uv[0].most, 0.01, 1e-3);
  }
}

// Corners that are nearer to each other than places may be off, as on a nail of a toe.
TEST(RoundedPlaces, SmallTrianglesAreNotTurnedRoundByThem) {
  DiffOptions options;
  options.tolerance = 0.05;  // 71 mm; edges are 50
  const SceneDiff diff =
      compare_scenes(make_scene(plate(0.0f)), make_scene(plate(0.005f)), options);
  EXPECT_FALSE(diff.differs[static_cast<int>(DiffPart::Surface)]);
  for (const SurfaceDiff& s : diff.surfaces) EXPECT_EQ(s.faces.turned, 0u);
}

}  // namespace
}  // namespace bindpose::tests::rounded_places_test
