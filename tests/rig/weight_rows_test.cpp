// Rows of weights put in the place of others: many at once as one after the other.
#include "rig/weights/weight_rows.h"

#include <gtest/gtest.h>

namespace bindpose::test {
namespace {

using Entries = std::vector<WeightEntry>;

const Entries kNone, kOne{{2, 1.0f}}, kTwo{{0, 0.75f}, {1, 0.25f}},
    kThree{{1, 0.5f}, {0, 0.25f}, {2, 0.25f}};

void expect_as_one_by_one(const std::vector<Entries>& before,
                          const std::vector<std::pair<std::uint32_t, Entries>>& put) {
  Influences single = pack_influences(before, 3).influences, many = single;
  std::vector<WeightRow> rows;
  for (const auto& [vertex, entries] : put) rows.push_back(make_row(entries, 3));
  std::vector<RowChange> changes;
  for (std::size_t k = 0; k < put.size(); ++k) {
    changes.push_back({put[k].first, &rows[k]});
    write_row(single, put[k].first, rows[k]);
  }
  write_rows(many, changes);
  EXPECT_EQ(many.offset, single.offset);
  EXPECT_EQ(many.slot, single.slot);
  EXPECT_EQ(many.weight, single.weight);
  EXPECT_EQ(many.raw_weight_sum, single.raw_weight_sum);
  for (std::size_t k = 0; k < put.size(); ++k) {
    EXPECT_EQ(read_row(many, put[k].first), rows[k]) << k;
  }
}

TEST(WeightRows, ManyArePutAsOneAfterTheOtherIs) {
  expect_as_one_by_one({kOne, kTwo, kThree, kNone, kTwo}, {{0, kThree}, {2, kOne}, {3, kTwo}});
  expect_as_one_by_one({kOne, kTwo, kThree}, {{0, kOne}, {1, {{2, 0.6f}, {0, 0.4f}}}});
  expect_as_one_by_one({kOne, kTwo, kThree}, {{1, kNone}, {2, kNone}});
  expect_as_one_by_one({kThree, kTwo}, {{0, kTwo}, {1, kThree}});
}

TEST(WeightRows, VerticesThatHadNoneGetSome) {
  expect_as_one_by_one({kNone, kNone, kNone, kNone}, {{0, kOne}, {2, kThree}, {3, kTwo}});
}

}  // namespace
}  // namespace bindpose::test
