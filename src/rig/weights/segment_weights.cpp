#include "rig/weights/segment_weights.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "rig/weights/weight_rows.h"

namespace bindpose {
namespace {

// In double precision: near the edge of every radius w^ is a small difference of large numbers, and
// the division by the sum would show what is left of it.
double exact_distance(const vec3& p, const BoneSegment& segment) {
  const glm::dvec3 head(segment.head), along = glm::dvec3(segment.tail) - head;
  const glm::dvec3 to_p = glm::dvec3(p) - head;
  const double square = glm::dot(along, along);
  const double s = square > 0.0 ? std::clamp(glm::dot(to_p, along) / square, 0.0, 1.0) : 0.0;
  return glm::length(to_p - s * along);
}

void append_segment_row(std::vector<ExactWeight>& row, Influences& out) {
  std::stable_sort(row.begin(), row.end(),
                   [](const ExactWeight& a, const ExactWeight& b) { return a.weight > b.weight; });
  append_normalised(std::span<const ExactWeight>(row), out);
  out.raw_weight_sum.push_back(row.empty() ? 0.0f : 1.0f);
}

}  // namespace

float segment_distance(const vec3& p, const BoneSegment& segment) {
  return static_cast<float>(exact_distance(p, segment));
}

Influences segment_weights(std::span<const vec3> position, std::span<const BoneSegment> segments) {
  assert(segments.size() <= std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1);
  Influences out;
  out.offset.reserve(position.size() + 1);
  out.raw_weight_sum.reserve(position.size());
  std::vector<ExactWeight> row;
  for (const vec3& p : position) {
    row.clear();
    for (std::size_t s = 0; s < segments.size() && is_finite(p); ++s) {
      const double r = double{segments[s].radius};
      if (!(r > 0.0) || !std::isfinite(r)) continue;
      const double hat = (r - exact_distance(p, segments[s])) / r;
      if (hat > 0.0) row.push_back({static_cast<int>(s), hat});
    }
    append_segment_row(row, out);
  }
  return out;
}

std::vector<float> covering_radii(std::span<const vec3> position,
                                  std::span<const BoneSegment> segments, float reach) {
  std::vector<float> radius(segments.size(), 0.0f);
  for (const vec3& p : position) {
    if (!is_finite(p)) continue;
    std::size_t nearest = 0;
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t s = 0; s < segments.size(); ++s) {
      const float d = segment_distance(p, segments[s]);
      if (d < least) {
        least = d;
        nearest = s;
      }
    }
    if (std::isfinite(least)) radius[nearest] = std::max(radius[nearest], least);
  }
  for (float& r : radius) r *= reach;
  return radius;
}

}  // namespace bindpose
