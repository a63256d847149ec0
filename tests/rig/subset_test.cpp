#include "rig/subset.h"

#include <gtest/gtest.h>

namespace bindpose::subset_test {
namespace {

// Five vertices; vertex i has i influences and the colour i.
Mesh five() {
  Mesh mesh;
  std::vector<std::vector<WeightEntry>> rows;
  for (int i = 0; i < 5; ++i) {
    const auto x = static_cast<float>(i);
    mesh.position.emplace_back(x, 0.0f, 0.0f);
    mesh.normal.emplace_back(0.0f, 1.0f, 0.0f);
    mesh.color.emplace_back(x, 0.0f, 0.0f, 1.0f);
    mesh.dq_blend_weight.push_back(0.1f * x);
    rows.emplace_back();
    for (int k = 0; k < i; ++k) rows.back().push_back({k, 0.3f + 0.1f * static_cast<float>(k)});
  }
  mesh.file_binding.influences = pack_influences(rows, 5).influences;
  mesh.triangle = {0, 1, 2, 2, 3, 4};
  mesh.file_binding.skin.joint = {7, 6, 5, 4, 3};
  mesh.morph = {
      {2, {1, 3, 4}, {vec3(1.0f), vec3(3.0f), vec3(4.0f)}, {}, {{0.0f, 0.0f}, {1.0f, 2.0f}}},
      {1, {0, 2}, {vec3(0.5f), vec3(2.5f)}, {vec3(5.0f), vec3(6.0f)}}};
  return mesh;
}

TEST(Subset, KeepsAllThatIsKnownOfAVertex) {
  const Mesh mesh = five();
  const std::uint32_t some[] = {0, 2, 3};
  const Mesh part = subset(mesh, some, {0, 1, 2});
  const auto [influences, skin] = subset(bound_as_in_file(mesh), some);
  EXPECT_EQ(part.triangle, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(skin.joint, mesh.file_binding.skin.joint);
  EXPECT_TRUE(part.uv.empty());
  ASSERT_EQ(part.position.size(), 3u);
  ASSERT_EQ(influences.vertex_count(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t v = some[i];
    EXPECT_EQ(part.position[i], mesh.position[v]);
    EXPECT_EQ(part.normal[i], mesh.normal[v]);
    EXPECT_EQ(part.color[i], mesh.color[v]);
    EXPECT_EQ(part.dq_blend_weight[i], mesh.dq_blend_weight[v]);
    EXPECT_EQ(influences.raw_weight_sum[i], mesh.file_binding.influences.raw_weight_sum[v]);
    const std::uint32_t at = influences.offset[i], from = mesh.file_binding.influences.offset[v];
    ASSERT_EQ(influences.offset[i + 1] - at, v);
    for (std::uint32_t k = 0; k < v; ++k) {
      EXPECT_EQ(influences.slot[at + k], mesh.file_binding.influences.slot[from + k]);
      EXPECT_EQ(influences.weight[at + k], mesh.file_binding.influences.weight[from + k]);
    }
  }
}

TEST(Subset, ShapesMoveTheVerticesThatAreLeft) {
  const std::uint32_t some[] = {0, 2, 3};
  const Mesh part = subset(five(), some, {});
  ASSERT_EQ(part.morph.size(), 2u);
  EXPECT_EQ(part.morph[0].channel, 2);
  EXPECT_EQ(part.morph[0].vertex, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(part.morph[0].position, (std::vector<vec3>{vec3(3.0f)}));
  EXPECT_TRUE(part.morph[0].normal.empty());
  EXPECT_EQ(part.morph[0].share.size(), 2u);
  EXPECT_EQ(part.morph[1].vertex, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(part.morph[1].normal, (std::vector<vec3>{vec3(5.0f), vec3(6.0f)}));
}

TEST(Subset, OfNothingIsEmpty) {
  const Mesh part = subset(five(), std::span<const std::uint32_t>(), {});
  EXPECT_TRUE(part.position.empty());
  const Mesh mesh = five();
  const MeshBinding none = subset(bound_as_in_file(mesh), std::span<const std::uint32_t>());
  EXPECT_EQ(none.influences.vertex_count(), 0u);
}

}  // namespace
}  // namespace bindpose::subset_test
