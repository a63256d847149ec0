#include "view/coarse_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bindpose::coarse_mesh_test {
namespace {

// A ball of `side` times twice as many cells.
Mesh ball(std::uint32_t side) {
  Mesh mesh;
  const std::uint32_t around = 2 * side;
  for (std::uint32_t y = 0; y <= side; ++y) {
    const float pitch = 3.14159265f * static_cast<float>(y) / static_cast<float>(side);
    for (std::uint32_t x = 0; x < around; ++x) {
      const float yaw = 6.2831853f * static_cast<float>(x) / static_cast<float>(around);
      mesh.position.emplace_back(std::sin(pitch) * std::cos(yaw), std::cos(pitch),
                                 std::sin(pitch) * std::sin(yaw));
      if (y == side) continue;
      const std::uint32_t next = (x + 1) % around;
      for (const std::uint32_t i :
           {y * around + x, (y + 1) * around + x, y * around + next, y * around + next,
            (y + 1) * around + x, (y + 1) * around + next})
        mesh.triangle.push_back(i);
    }
  }
  return mesh;
}

void expect_sound(const CoarseMesh& coarse, const Mesh& mesh) {
  std::vector<int> used(coarse.vertex.size(), 0);
  ASSERT_EQ(coarse.triangle.size() % 3, 0u);
  for (const std::uint32_t v : coarse.triangle) {
    ASSERT_LT(v, coarse.vertex.size());
    used[v] = 1;
  }
  for (std::size_t i = 0; i < coarse.vertex.size(); ++i) {
    EXPECT_EQ(used[i], 1) << "vertex " << i << " is in no triangle";
    ASSERT_LT(coarse.vertex[i], mesh.position.size());
    if (i > 0) {
      ASSERT_LT(coarse.vertex[i - 1], coarse.vertex[i]);
    }
  }
}

float area(const CoarseMesh& coarse, const Mesh& mesh) {
  float sum = 0.0f;
  const auto at = [&](std::size_t i) { return mesh.position[coarse.vertex[coarse.triangle[i]]]; };
  for (std::size_t t = 0; t + 2 < coarse.triangle.size(); t += 3)
    sum += 0.5f * glm::length(glm::cross(at(t + 1) - at(t), at(t + 2) - at(t)));
  return sum;
}

TEST(CoarseMesh, HasAboutAsManyTrianglesAsAskedForAndTheSameShape) {
  Model model;
  model.meshes = {ball(100), ball(40)};  // 40,000 and 6,400 triangles
  for (const auto& [quality, off] :
       {std::pair{CoarseQuality::Close, 0.02f}, std::pair{CoarseQuality::Quick, 0.1f}}) {
    const CoarseModel coarse = make_coarse(model, quality, 5000);
    ASSERT_EQ(coarse.mesh.size(), 2u);
    EXPECT_LE(triangle_count(coarse), 7500u);
    EXPECT_GE(triangle_count(coarse), 2000u);
    for (std::size_t m = 0; m < 2; ++m) {
      expect_sound(coarse.mesh[m], model.meshes[m]);
      EXPECT_NEAR(area(coarse.mesh[m], model.meshes[m]), 12.566f, 12.566f * off);
    }
  }
}

// Edges cannot collapse between triangles that share nothing.
TEST(CoarseMesh, OfLoosePiecesIsMadeByTheGrid) {
  Mesh loose;
  const Mesh whole = ball(60);
  for (const std::uint32_t v : whole.triangle) {
    // Small gaps between the pieces.
    const vec3 shift = 1e-3f * vec3(static_cast<float>(loose.position.size() / 3 % 3), 0.0f, 0.0f);
    loose.triangle.push_back(static_cast<std::uint32_t>(loose.position.size()));
    loose.position.push_back(whole.position[v] + shift);
  }
  Model model;
  model.meshes = {loose};
  const CoarseModel coarse = make_coarse(model, CoarseQuality::Close, 2000);
  expect_sound(coarse.mesh[0], loose);
  EXPECT_LE(triangle_count(coarse), 4000u);
  EXPECT_GE(triangle_count(coarse), 200u);
}

TEST(CoarseMesh, KeepsSmallMeshesWhole) {
  Mesh plate;
  plate.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {9, 9, 9}};
  plate.triangle = {0, 1, 2, 2, 1, 3};
  Model model;
  model.meshes = {ball(100), plate, Mesh()};
  const CoarseModel coarse = make_coarse(model, CoarseQuality::Close, 1000);
  EXPECT_EQ(coarse.mesh[1].triangle, plate.triangle);
  EXPECT_EQ(coarse.mesh[1].vertex, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_TRUE(coarse.mesh[2].triangle.empty());
}

TEST(CoarseMesh, LeavesOutWhatIsNowhere) {
  Mesh mesh = ball(60);
  mesh.position[500].x = std::numeric_limits<float>::quiet_NaN();
  mesh.position[900].y = std::numeric_limits<float>::infinity();
  Model model;
  model.meshes = {mesh};
  const CoarseModel coarse = make_coarse(model, CoarseQuality::Close, 1000);
  expect_sound(coarse.mesh[0], mesh);
  for (const std::uint32_t v : coarse.mesh[0].vertex)
    EXPECT_TRUE(std::isfinite(mesh.position[v].x + mesh.position[v].y));
  EXPECT_GT(triangle_count(coarse), 500u);
}

TEST(CoarseMesh, StopsWhenTold) {
  Model model;
  model.meshes = {ball(100), ball(100)};
  int asked = 0;
  const CoarseModel coarse =
      make_coarse(model, CoarseQuality::Close, 1000, [&] { return ++asked > 1; });
  EXPECT_LT(coarse.mesh.size(), 2u);
  EXPECT_EQ(asked, 3);  // before the first mesh, inside it, before the second
}

}  // namespace
}  // namespace bindpose::coarse_mesh_test
