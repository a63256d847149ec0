#include "rig/surface/box_tree.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace bindpose {
namespace {

constexpr std::uint32_t kLeafSize = 8;

float side_of(const Box& box, int side) {
  return side < 3 ? box.lo[side] : box.hi[side - 3];
}

// What comes next, a node or an entry: the nearest by diagonal, then by number.
struct InTurn {
  float diagonal;
  std::uint32_t number;
  bool is_node;
  std::uint32_t at;

  // Of what is equal a node first: what is in it may come before the entry.
  bool operator<(const InTurn& other) const {
    if (diagonal != other.diagonal) return diagonal > other.diagonal;
    if (number != other.number) return number > other.number;
    return is_node < other.is_node;
  }
};

}  // namespace

bool box_within(const Box& outer, const Box& inner) {
  for (int k = 0; k < 3; ++k) {
    if (!(outer.lo[k] < inner.lo[k] && inner.hi[k] < outer.hi[k])) return false;
  }
  return true;
}

BoxTree::BoxTree(std::span<const Box> box) {
  entry_.reserve(box.size());
  for (std::size_t k = 0; k < box.size(); ++k)
    entry_.push_back({box[k], box[k].diagonal(), static_cast<std::uint32_t>(k)});
  if (!entry_.empty()) build(0, static_cast<std::uint32_t>(entry_.size()));
}

std::uint32_t BoxTree::build(std::uint32_t begin, std::uint32_t end) {
  const auto at = static_cast<std::uint32_t>(node_.size());
  Node node{{},
            std::numeric_limits<float>::infinity(),
            std::numeric_limits<std::uint32_t>::max(),
            begin,
            end,
            {}};
  float low[6], high[6];
  std::ranges::fill(low, std::numeric_limits<float>::infinity());
  std::ranges::fill(high, -std::numeric_limits<float>::infinity());
  for (std::uint32_t k = begin; k < end; ++k) {
    const Entry& e = entry_[k];
    node.box.add(e.box);
    node.diagonal = std::min(node.diagonal, e.diagonal);
    node.number = std::min(node.number, e.number);
    for (int side = 0; side < 6; ++side) {
      low[side] = std::min(low[side], side_of(e.box, side));
      high[side] = std::max(high[side], side_of(e.box, side));
    }
  }
  node_.push_back(node);
  if (end - begin <= kLeafSize) return at;
  int widest = 0;
  for (int side = 1; side < 6; ++side) {
    if (high[side] - low[side] > high[widest] - low[widest]) widest = side;
  }
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(entry_.begin() + begin, entry_.begin() + middle, entry_.begin() + end,
                   [widest](const Entry& a, const Entry& b) {
                     return side_of(a.box, widest) < side_of(b.box, widest);
                   });
  const std::uint32_t lower = build(begin, middle), upper = build(middle, end);
  node_[at].child = {lower, upper};
  return at;
}

void BoxTree::each_around(const Box& inner, const std::function<bool(std::uint32_t)>& go_on) const {
  std::priority_queue<InTurn> next;
  const auto offer = [&](std::uint32_t n) {
    if (box_within(node_[n].box, inner)) next.push({node_[n].diagonal, node_[n].number, true, n});
  };
  if (!node_.empty()) offer(0);
  while (!next.empty()) {
    const InTurn now = next.top();
    next.pop();
    if (!now.is_node) {
      if (!go_on(now.number)) return;
      continue;
    }
    const Node& node = node_[now.at];
    if (node.child[0] != 0) {
      for (const std::uint32_t child : node.child) offer(child);
      continue;
    }
    for (std::uint32_t k = node.begin; k < node.end; ++k) {
      if (box_within(entry_[k].box, inner))
        next.push({entry_[k].diagonal, entry_[k].number, false, k});
    }
  }
}

}  // namespace bindpose
