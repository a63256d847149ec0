#include "rig/mesh.h"

#include <limits>
#include <numeric>

#include "rig/fixtures.h"

namespace bindpose::test::mesh_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kDenormal = 1e-42f;

using Rows = std::vector<std::vector<WeightEntry>>;

TEST(PackInfluences, SortsNormalisesAndKeepsTheSum) {
  const PackedInfluences p = pack_influences(Rows{{{2, 0.5f}, {0, 1.5f}}, {}, {{1, 0.25f}}}, 3);
  const Influences& in = p.influences;
  EXPECT_EQ(in.vertex_count(), 3u);
  EXPECT_EQ(in.offset, (std::vector<std::uint32_t>{0, 2, 2, 3}));
  EXPECT_EQ(in.slot, (std::vector<std::uint16_t>{0, 2, 1}));
  EXPECT_EQ(in.weight, (std::vector<float>{0.75f, 0.25f, 1.0f}));
  EXPECT_EQ(in.raw_weight_sum, (std::vector<float>{2.0f, 0.0f, 0.25f}));
  EXPECT_EQ(p.dropped, 0u);
  EXPECT_EQ(p.merged, 0u);
}

TEST(PackInfluences, DropsWhatIsNoWeightAndCountsIt) {
  const Rows rows{{{0, kNan}, {1, -0.5f}, {2, kInf}, {3, 1.0f}, {-1, 1.0f}, {0, 0.0f}, {1, 0.5f}}};
  const PackedInfluences p = pack_influences(rows, 3);
  EXPECT_EQ(p.influences.slot, (std::vector<std::uint16_t>{1}));
  EXPECT_EQ(p.influences.weight, (std::vector<float>{1.0f}));
  EXPECT_EQ(p.influences.raw_weight_sum, (std::vector<float>{0.5f}));
  EXPECT_EQ(p.dropped, 5u);  // the zero is not counted
}

TEST(PackInfluences, SumsASlotNamedTwice) {
  const PackedInfluences p =
      pack_influences(Rows{{{1, 0.25f}, {0, 0.25f}, {1, 0.25f}, {1, 0.25f}}}, 2);
  EXPECT_EQ(p.influences.slot, (std::vector<std::uint16_t>{1, 0}));
  EXPECT_EQ(p.influences.weight, (std::vector<float>{0.75f, 0.25f}));
  EXPECT_EQ(p.merged, 2u);
}

TEST(PackInfluences, ExtremeWeightsStayFiniteAndPositive) {
  const float huge = std::numeric_limits<float>::max();
  const PackedInfluences p = pack_influences(
      Rows{{{0, huge}, {1, huge}}, {{0, kDenormal}, {1, kDenormal}}, {{0, huge}, {1, kDenormal}}},
      2);
  EXPECT_EQ(p.influences.weight, (std::vector<float>{0.5f, 0.5f, 0.5f, 0.5f, 1.0f}));
  EXPECT_EQ(p.influences.raw_weight_sum[0], huge);
  EXPECT_EQ(p.dropped, 1u);
}

TEST(PackInfluences, KeepsEveryInfluenceAndAllSlotsThatFit) {
  Rows rows(1);
  for (int s = 0; s < 300; ++s) rows[0].push_back({s, 1.0f});
  rows[0].push_back({65535, 1.0f});
  rows[0].push_back({65536, 1.0f});  // no 16-bit slot
  const PackedInfluences p = pack_influences(rows, 100000);
  EXPECT_EQ(p.influences.slot.size(), 301u);
  EXPECT_EQ(p.influences.slot.back(), 65535);
  EXPECT_EQ(p.dropped, 1u);
  EXPECT_NEAR(std::accumulate(p.influences.weight.begin(), p.influences.weight.end(), 0.0), 1.0,
              1e-6);
}

TEST(PackInfluences, InvariantsHoldForRandomRows) {
  Random random(31);
  const float odd[] = {kNan, kInf, -1.0f, 0.0f, kDenormal, 1e30f};
  Rows rows(500);
  for (auto& row : rows) {
    const int count = random.integer(0, 9);
    for (int k = 0; k < count; ++k) {
      const int kind = random.integer(0, 17);
      row.push_back({random.integer(-1, 8), kind < 6 ? odd[kind] : random.number(0, 1)});
    }
  }
  const Influences in = pack_influences(rows, 8).influences;
  ASSERT_EQ(in.vertex_count(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0.0;
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      ASSERT_TRUE(in.weight[k] > 0.0f && in.weight[k] <= 1.0f);
      ASSERT_LT(in.slot[k], 8);
      if (k > in.offset[i]) {
        ASSERT_LE(in.weight[k], in.weight[k - 1]);
      }
      for (std::size_t other = in.offset[i]; other < k; ++other) {
        ASSERT_NE(in.slot[k], in.slot[other]);
      }
      sum += double{in.weight[k]};
    }
    if (in.offset[i] < in.offset[i + 1]) {
      EXPECT_NEAR(sum, 1.0, 1e-6);
    }
  }
}

TEST(WeightStats, CountsWhatTheReportNames) {
  Mesh mesh;
  mesh.file_binding.influences =
      pack_influences(Rows{{{0, 0.5f}, {1, 0.5f}, {2, 1e-4f}}, {}, {{0, 0.9f}}, {}}, 3).influences;
  const WeightStats stats = weight_stats(mesh.file_binding.influences);
  EXPECT_EQ(stats.max_influences, 3u);
  EXPECT_EQ(stats.unweighted, 2u);
  EXPECT_EQ(stats.unnormalised, 1u);
}

TEST(WeightStats, ASumCountsAsOffBeyondAThousandth) {
  Mesh mesh;
  mesh.file_binding.influences = pack_influences(Rows{{{0, 0.95f}},
                                                      {{0, 1.05f}},
                                                      {{0, 0.9995f}},
                                                      {{0, 1.0005f}},
                                                      {{0, 0.998f}},
                                                      {{0, 1.002f}}},
                                                 1)
                                     .influences;
  EXPECT_EQ(weight_stats(mesh.file_binding.influences).unnormalised, 4u);
}

TEST(JointWeights, GoThroughTheSkinsSlots) {
  Mesh mesh;
  mesh.file_binding.skin.joint = {7, 3};
  mesh.file_binding.influences =
      pack_influences(Rows{{{0, 0.25f}, {1, 0.75f}}, {}, {{0, 1.0f}}}, 2).influences;
  EXPECT_EQ(joint_weights(mesh.file_binding, 7), (std::vector<float>{0.25f, 0.0f, 1.0f}));
  EXPECT_EQ(joint_weights(mesh.file_binding, 3), (std::vector<float>{0.75f, 0.0f, 0.0f}));
  EXPECT_EQ(joint_weights(mesh.file_binding, 0), (std::vector<float>{0.0f, 0.0f, 0.0f}));
  EXPECT_EQ(find_slot(mesh.file_binding.skin, 3), 1);
  EXPECT_EQ(find_slot(mesh.file_binding.skin, 4), -1);
}

}  // namespace
}  // namespace bindpose::test::mesh_test
