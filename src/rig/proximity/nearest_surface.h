// Where a surface is nearest to a point.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "math/geometry.h"

namespace bindpose {

struct NearPoint {
  std::uint32_t triangle = 0;   // its three corners are index 3 triangle, + 1, + 2
  vec3 bary{1.0f, 0.0f, 0.0f};  // weights of the corners, >= 0; they add up to 1
  float distance = 0.0f;
};

// The nearest point of a triangle. One without area is the longest of its edges, or a point.
NearPoint nearest_on_triangle(const vec3& p, const vec3& a, const vec3& b, const vec3& c);

// Triangles in a tree of boxes, split in the middle of the longest axis: of #T triangles a question
// looks at about log #T. Points and indices are kept by reference and must outlive it.
class NearestSurface {
 public:
  // position: #V; triangle: 3 #T, all below #V. Triangles with a corner that is not finite are left
  // out.
  NearestSurface(std::span<const vec3> position, std::span<const std::uint32_t> triangle);

  // Nothing where there is no triangle at a distance below `within`, or p is not finite.
  std::optional<NearPoint> nearest(const vec3& p,
                                   float within = std::numeric_limits<float>::infinity()) const;
  // All triangles at most `within` away, in any order, until `visit` returns false.
  void each_within(const vec3& p, float within,
                   const std::function<bool(const NearPoint&)>& visit) const;
  // Whether a triangle for which `counts` says so stands between a and b: not within a 10,000th of
  // the way from either end, and edges count to both sides (nothing slips through between two
  // triangles). Where they are the same place, or not finite, nothing does.
  bool stands_between(const vec3& a, const vec3& b,
                      const std::function<bool(std::uint32_t)>& counts) const;

 private:
  struct Node {
    Box box;
    std::uint32_t first = 0, count = 0;  // of order_; count 0: the children are next and `other`
    std::uint32_t other = 0;
  };
  void build();
  NearPoint on(std::uint32_t triangle, const vec3& p) const;

  std::span<const vec3> position_;
  std::span<const std::uint32_t> triangle_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> node_;
};

}  // namespace bindpose
