// Weights rewritten row by row: rows that nobody asked to change keep every bit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rig/weights/weight_rows.h"

namespace bindpose {

// Given the part that is done, 0 to 1, now and then; stops a mend by throwing. Empty: nobody asks.
using MendProgress = std::function<void(double)>;
inline void tell_part(const MendProgress& progress, std::size_t done, std::size_t of) {
  constexpr std::size_t kOften = 64;
  if (progress && done % kOften == 0)
    progress(of > 0 ? static_cast<double>(done) / static_cast<double>(of) : 1.0);
}

// What a mend made of the weights of one mesh.
struct Mended {
  Influences influences;
  std::vector<std::uint32_t> changed;  // vertices whose row is another one now, ascending
  std::vector<std::uint32_t> left;     // those that had to stay as they are, ascending
};

// Which rows a mend may change: vertices, ascending, all below #V, and which slots it must leave
// alone, #S or empty: none is locked. The weight of a locked slot stays what it is in each row.
struct MendScope {
  std::span<const std::uint32_t> vertex;
  std::span<const std::uint8_t> locked{};
  std::function<bool(std::size_t slot)>
      beyond{};  // of slots from #S on, which a skin gets; null: none

  bool is_locked(std::size_t slot) const {
    return slot < locked.size() ? locked[slot] != 0 : beyond && beyond(slot);
  }
};

// The row of one vertex, from largest to smallest.
std::vector<ExactWeight> exact_row(const Influences& in, std::size_t vertex);

// `wanted` (weights >= 0 in any order, a slot once) made to fit: locked slots have what they have
// in `now` and no others; the unlocked share what is left in the proportions that are wanted. Empty
// where that is not possible: something is left and no unlocked slot is wanted.
std::vector<ExactWeight> keeping_locked(std::span<const ExactWeight> now,
                                        std::vector<ExactWeight> wanted, const MendScope& scope);

// Whether both rows (a slot once; `now` of sum 1, `row` of any above 0) are the same but for
// rounding.
bool same_but_for_rounding(std::span<const ExactWeight> now, std::span<const ExactWeight> row);

// Takes rows in ascending order; all that it is not given stay as they are.
class RowRewriter {
 public:
  explicit RowRewriter(const Influences& in) : in_(in) {}  // outlives it

  // The vertex's row is this one: weights >= 0 in any order, a slot once; zeros are left out, the
  // rest is made to add up to 1, and so does the stored sum. What differs from the row as it is by
  // rounding alone counts as the same and stays.
  void put(std::uint32_t vertex, std::vector<ExactWeight> row);
  // The vertex's row is this one to the last bit: floats > 0 that add up to 1 but for rounding, a
  // slot once, in any order. `sum`: the stored one.
  void put_as_it_is(std::uint32_t vertex, std::vector<ExactWeight> row, float sum);
  // The vertex keeps its weights, and its stored sum becomes 1.
  void put_sum(std::uint32_t vertex);
  void leave(std::uint32_t vertex) { out_.left.push_back(vertex); }
  Mended finish();

 private:
  void copy_until(std::size_t vertex);

  const Influences& in_;
  Mended out_;
  std::size_t next_ = 0;  // the first vertex that is not in out_
};

}  // namespace bindpose
