// Which boxes lie around a box, among very many.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "math/geometry.h"

namespace bindpose {

// A box lies within another one where each of its sides does, none on the other's. A tree over the
// six numbers of a box (J. L. Bentley, "Multidimensional binary search trees used for associative
// searching", 1975).
bool box_within(const Box& outer, const Box& inner);

class BoxTree {
 public:
  explicit BoxTree(std::span<const Box> box);

  // Those that `inner` lies within, by number in the order they were given, the ones with the
  // shortest diagonal first, of equal ones the first; until `go_on` says no.
  void each_around(const Box& inner, const std::function<bool(std::uint32_t)>& go_on) const;

 private:
  struct Entry {
    Box box;
    float diagonal;
    std::uint32_t number;
  };
  struct Node {
    Box box;         // around all
    float diagonal;  // the shortest
    std::uint32_t number;
    std::uint32_t begin, end;
    std::array<std::uint32_t, 2> child{};  // 0: none, all entries of a leaf
  };
  std::uint32_t build(std::uint32_t begin, std::uint32_t end);

  std::vector<Entry> entry_;
  std::vector<Node> node_;
};

}  // namespace bindpose
