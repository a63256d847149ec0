// How far deformers are apart, against closed forms.
#include "rig/deformer_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rig/fixtures.h"

namespace bindpose::test::deformer_distance_test {
namespace {

constexpr std::size_t kRings = 21;
constexpr float kRadius = 0.25f;

// A tube along x of which ring r follows the second joint with weight r / (kRings - 1): four
// vertices a ring, exactly 0 and 1 at its ends.
Mesh twisted_tube() {
  Mesh mesh;
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind = mesh.file_binding.skin.inverse_bind = {mat4(1.0f), mat4(1.0f)};
  std::vector<std::vector<WeightEntry>> rows;
  for (std::size_t r = 0; r < kRings; ++r) {
    const float w = static_cast<float>(r) / (kRings - 1);
    for (int side = 0; side < 4; ++side) {
      const float a = glm::radians(90.0f * static_cast<float>(side));
      mesh.position.push_back({w, kRadius * std::cos(a), kRadius * std::sin(a)});
      rows.push_back({});
      if (w < 1.0f) rows.back().push_back({0, 1.0f - w});
      if (w > 0.0f) rows.back().push_back({1, w});
    }
  }
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  return mesh;
}

std::vector<float> distances(const Mesh& mesh, const std::vector<mat4>& palette, Deformer a,
                             Deformer b, WeightUse use = WeightUse::Normalised) {
  const mat4 node(1.0f);
  std::vector<float> out(mesh.position.size(), -1.0f);
  deformer_distance(skinning_input(bound_as_in_file(mesh), palette, node, use), a, b, out);
  return out;
}

using enum Deformer;

TEST(DeformerDistance, OfATwistIsTheOneOfTheFormulas) {
  const Mesh mesh = twisted_tube();
  const float turn = glm::radians(120.0f);
  const std::vector<mat4> palette = {mat4(1.0f), rotation(120, {1, 0, 0})};
  const auto to_dual = distances(mesh, palette, Linear, DualQuaternion);
  const auto to_rigid = distances(mesh, palette, Linear, Rigid);
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    // In the plane of the ring, as complex numbers: lbs 1 - w + w e^(i turn); dual quaternions turn
    // by the angle of the blended quaternion; rigid by all or nothing.
    const float w = mesh.position[i].x;
    const vec2 straight(1.0f - w + w * std::cos(turn), w * std::sin(turn));
    const float angle =
        2.0f * std::atan2(w * std::sin(0.5f * turn), 1.0f - w + w * std::cos(0.5f * turn));
    const vec2 dual(std::cos(angle), std::sin(angle));
    EXPECT_NEAR(to_dual[i], kRadius * glm::length(straight - dual), 1e-6f) << w;
    const float whole = w > 0.5f ? turn : 0.0f;
    if (w != 0.5f) {
      const vec2 rigid(std::cos(whole), std::sin(whole));
      EXPECT_NEAR(to_rigid[i], kRadius * glm::length(straight - rigid), 1e-6f) << w;
    }
    if (w == 0.0f || w == 1.0f) {
      EXPECT_EQ(to_dual[i], 0.0f) << "a weight of 1";
      EXPECT_EQ(to_rigid[i], 0.0f) << "a weight of 1";
    }
  }
  EXPECT_EQ(distances(mesh, palette, DualQuaternion, Linear), to_dual) << "the same both ways";
}

TEST(DeformerDistance, IsExactlyZeroWhereTheDeformersAgree) {
  Random random(7);
  const Mesh mesh = twisted_tube();
  const std::vector<float> none(mesh.position.size(), 0.0f);
  for (int i = 0; i < 200; ++i) {
    // Far out, all the same for both joints: only rounding is left between the deformers.
    const mat4 t = translation(random.point(1000)) * random.affine();
    for (const DeformerInfo& a : kDeformers) {
      for (const DeformerInfo& b : kDeformers) {
        EXPECT_EQ(distances(mesh, {t, t}, a.method, b.method), none) << a.key << ' ' << b.key;
      }
    }
  }
}

TEST(DeformerDistance, ASmallDifferenceIsNoZero) {
  const Mesh mesh = twisted_tube();
  // A fifth of a millimetre for a tube of a metre.
  const auto out = distances(mesh, {mat4(1.0f), translation({0, 2e-4f, 0})}, Linear, Rigid);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float w = mesh.position[i].x;
    const float expected = 2e-4f * std::min(w, 1.0f - w);
    EXPECT_NEAR(out[i], expected, 2e-7f);
    EXPECT_EQ(out[i] == 0.0f, expected == 0.0f) << w;
  }
}

TEST(DeformerDistance, VerticesWithoutInfluencesFollowTheirNodeByAll) {
  Mesh mesh = twisted_tube();
  mesh.file_binding.influences =
      pack_influences(std::vector<std::vector<WeightEntry>>(mesh.position.size()), 2).influences;
  Random random(8);
  const mat4 node = random.affine();
  std::vector<float> out(mesh.position.size(), -1.0f);
  const std::vector<mat4> palette = {random.affine(), random.affine()};
  deformer_distance(skinning_input(bound_as_in_file(mesh), palette, node), Linear, DualQuaternion,
                    out);
  EXPECT_EQ(out, std::vector<float>(out.size(), 0.0f));
}

TEST(DeformerDistance, RawSumsScaleTheLinearBlendAlone) {
  Mesh mesh = twisted_tube();
  for (float& sum : mesh.file_binding.influences.raw_weight_sum) sum = 1.5f;
  const auto out = distances(mesh, {mat4(1.0f), mat4(1.0f)}, Linear, Rigid, WeightUse::Raw);
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_NEAR(out[i], 0.5f * glm::length(mesh.position[i]), 1e-6f);
  }
}

}  // namespace
}  // namespace bindpose::test::deformer_distance_test
