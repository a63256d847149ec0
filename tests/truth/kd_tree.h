// Nearest points, exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "math/types.h"

namespace bindpose::truth {

class KdTree {
 public:
  explicit KdTree(std::span<const vec3> points) : points_(points), order_(points.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    build(0, order_.size(), 0);
  }

  // Distance to the nearest point, at most `limit`.
  float nearest(const vec3& p, float limit) const {
    float best = limit * limit;
    search(
        0, order_.size(), 0, p, [&](std::uint32_t, float d) { best = std::min(best, d); }, best);
    return std::sqrt(best);
  }

  // All points within `radius`.
  std::vector<std::uint32_t> within(const vec3& p, float radius) const {
    std::vector<std::uint32_t> found;
    const float limit = radius * radius;
    search(
        0, order_.size(), 0, p,
        [&](std::uint32_t i, float d) {
          if (d <= limit) found.push_back(i);
        },
        limit);
    return found;
  }

 private:
  static constexpr std::size_t kLeaf = 8;

  void build(std::size_t first, std::size_t last, int axis) {
    if (last - first <= kLeaf) return;
    const std::size_t middle = first + (last - first) / 2;
    const auto at = [this](std::size_t i) {
      return order_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::nth_element(at(first), at(middle), at(last), [&](std::uint32_t a, std::uint32_t b) {
      return points_[a][axis] < points_[b][axis];
    });
    build(first, middle, (axis + 1) % 3);
    build(middle + 1, last, (axis + 1) % 3);
  }

  // `limit` is squared and may shrink while `visit` runs.
  template <typename Visit>
  void search(std::size_t first, std::size_t last, int axis, const vec3& p, Visit&& visit,
              const float& limit) const {
    const auto see = [&](std::size_t i) {
      const vec3 d = points_[order_[i]] - p;
      visit(order_[i], glm::dot(d, d));
    };
    if (last - first <= kLeaf) {
      for (std::size_t i = first; i < last; ++i) see(i);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    see(middle);
    const float side = p[axis] - points_[order_[middle]][axis];
    const int next = (axis + 1) % 3;
    if (side < 0.0f) {
      search(first, middle, next, p, visit, limit);
      if (side * side <= limit) search(middle + 1, last, next, p, visit, limit);
    } else {
      search(middle + 1, last, next, p, visit, limit);
      if (side * side <= limit) search(first, middle, next, p, visit, limit);
    }
  }

  std::span<const vec3> points_;
  std::vector<std::uint32_t> order_;
};

}  // namespace bindpose::truth
