// Mends of single rows, by numbers that are worked out by hand.
#include "rig/mend/mend_rows.h"

#include <gtest/gtest.h>

#include <numeric>

namespace bindpose::mend_rows_test {
namespace {

using Rows = std::vector<std::vector<WeightEntry>>;

Influences weights(const Rows& rows) {
  return pack_influences(rows, 8).influences;
}

std::vector<std::uint32_t> every(const Influences& in) {
  std::vector<std::uint32_t> out(in.vertex_count());
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

// Slot 0, 1, ... of a row.
std::vector<float> row(const Influences& in, std::size_t i) {
  std::vector<float> out(8, 0.0f);
  for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) out[in.slot[k]] = in.weight[k];
  return out;
}

void expect_row(const Influences& in, std::size_t i, std::vector<float> wanted) {
  wanted.resize(8, 0.0f);
  for (std::size_t s = 0; s < 8; ++s) EXPECT_NEAR(row(in, i)[s], wanted[s], 1e-6) << "slot " << s;
  EXPECT_TRUE(std::is_sorted(in.weight.begin() + in.offset[i], in.weight.begin() + in.offset[i + 1],
                             std::greater<>()));
}

using List = std::vector<std::uint32_t>;

TEST(MendRows, RowsThatAreNotConcernedKeepEveryBit) {
  Influences in = weights({{{0, 0.7f}, {1, 0.3f}}, {{0, 0.5f}, {1, 0.3f}, {2, 0.2f}}, {{3, 1.0f}}});
  in.weight[0] = 0.70000005f;  // what a file has may be off by its last bit
  in.raw_weight_sum[2] = 0.25f;
  const Mended out = limited_to(in, {every(in)}, 2);
  EXPECT_EQ(out.changed, List{1});
  EXPECT_EQ(out.influences.weight[0], 0.70000005f);
  EXPECT_EQ(read_row(out.influences, 0), read_row(in, 0));
  EXPECT_EQ(read_row(out.influences, 2), read_row(in, 2));
  expect_row(out.influences, 1, {0.625f, 0.375f});
}

TEST(MendRows, NormalisingChangesTheStoredSumAlone) {
  Influences in = weights({{{0, 0.25f}, {1, 0.25f}}, {{0, 1.0f}}, {}, {{0, 0.5f}, {1, 0.4995f}}});
  const Mended out = normalised(in, {every(in)});
  EXPECT_EQ(out.changed, List{0});
  EXPECT_EQ(out.influences.raw_weight_sum,
            (std::vector<float>{1.0f, 1.0f, 0.0f, in.raw_weight_sum[3]}));
  EXPECT_EQ(out.influences.weight, in.weight);
  EXPECT_EQ(normalised(in, {List{1, 2, 3}}).changed, List{});
}

TEST(MendRows, PruningGivesWhatGoesToTheOthers) {
  const Influences in = weights({{{0, 0.6f}, {1, 0.3f}, {2, 0.1f}}, {{0, 1.0f}}});
  const Mended out = pruned(in, {every(in)}, 0.15);
  EXPECT_EQ(out.changed, List{0});
  expect_row(out.influences, 0, {2.0f / 3.0f, 1.0f / 3.0f});
  expect_row(pruned(in, {every(in)}, 0.9).influences, 0, {1.0f});
  // The locked one keeps what it has.
  const std::vector<std::uint8_t> locked{0, 1};
  expect_row(pruned(in, {List{0}, locked}, 0.15).influences, 0, {0.7f, 0.3f});
}

TEST(MendRows, LimitingKeepsTheLargest) {
  const Influences in = weights({{{0, 0.1f}, {1, 0.2f}, {2, 0.3f}, {3, 0.4f}}});
  expect_row(limited_to(in, {every(in)}, 2).influences, 0, {0, 0, 3.0f / 7.0f, 4.0f / 7.0f});
  EXPECT_TRUE(limited_to(in, {every(in)}, 4).changed.empty());
  const std::vector<std::uint8_t> locked{1, 0, 0, 0};
  expect_row(limited_to(in, {every(in), locked}, 2).influences, 0, {0.1f, 0, 0, 0.9f});
  const std::vector<std::uint8_t> two{1, 1};
  const Mended stays = limited_to(in, {every(in), two}, 2);
  EXPECT_TRUE(stays.changed.empty());
  EXPECT_EQ(stays.left, List{0});
  EXPECT_EQ(limited_to(in, {every(in), two}, 1).left, List{0});
}

TEST(MendRows, TheMeanIsThatOfRowsWithWeights) {
  const Influences in = weights({{{0, 1.0f}}, {{1, 1.0f}}, {{0, 0.5f}, {2, 0.5f}}, {}});
  const Mended out = averaged(in, {every(in)});
  for (std::size_t i = 0; i < 4; ++i)
    expect_row(out.influences, i, {0.5f, 1.0f / 3.0f, 1.0f / 6.0f});
  EXPECT_EQ(averaged(in, {List{0, 1}}).changed, (List{0, 1}));
  const Mended none = averaged(in, {List{3}});
  EXPECT_TRUE(none.changed.empty());
  EXPECT_EQ(none.influences.offset, in.offset)
      << "nothing to take a mean of: all rows as they were";
}

TEST(MendRows, APastedRowIsThatRow) {
  const Influences in = weights({{{0, 1.0f}}, {}, {{0, 0.4f}, {1, 0.6f}}});
  const std::vector<ExactWeight> row{{2, 0.25}, {3, 0.75}};
  const Mended out = with_row(in, {every(in)}, row);
  for (std::size_t i = 0; i < 3; ++i) expect_row(out.influences, i, {0, 0, 0.25f, 0.75f});
  const std::vector<std::uint8_t> locked{1};
  const Mended kept = with_row(in, {every(in), locked}, row);
  expect_row(kept.influences, 0, {1.0f});
  expect_row(kept.influences, 2, {0.4f, 0, 0.15f, 0.45f});
  const Mended none = with_row(in, {List{0}}, {});
  EXPECT_EQ(none.influences.offset[1], 0u);
  EXPECT_EQ(none.changed, List{0});
}

TEST(MendRows, AShareIsSetAndScaled) {
  const Influences in = weights({{{0, 0.5f}, {1, 0.3f}, {2, 0.2f}}, {{0, 1.0f}}, {{1, 1.0f}}, {}});
  const Mended set = with_share(in, {every(in)}, 0, 0.75);
  expect_row(set.influences, 0, {0.75f, 0.15f, 0.1f});
  expect_row(set.influences, 1, {1.0f});  // alone it keeps all
  expect_row(set.influences, 2, {0.75f, 0.25f});
  expect_row(set.influences, 3, {1.0f});
  EXPECT_EQ(set.changed, (List{0, 2, 3}));
  expect_row(with_share(in, {every(in)}, 0, 0.0).influences, 0, {0, 0.6f, 0.4f});
  const std::vector<std::uint8_t> locked{0, 1};
  expect_row(with_share(in, {List{0}, locked}, 0, 0.9).influences, 0, {0.7f, 0.3f});
  expect_row(with_share(in, {List{0}, locked}, 0, 0.6).influences, 0, {0.6f, 0.3f, 0.1f});
  const Mended scaled = with_scaled(in, {every(in)}, 0, 1.5);
  expect_row(scaled.influences, 0, {0.75f, 0.15f, 0.1f});
  EXPECT_EQ(scaled.changed, List{0});
}

}  // namespace
}  // namespace bindpose::mend_rows_test
