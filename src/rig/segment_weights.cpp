#include "rig/segment_weights.h"
#include "math/numbers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

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

struct SegmentEntry {
  std::uint16_t slot;
  double weight;
};

void append_segment_row(std::vector<SegmentEntry>& row, Influences& out) {
  std::stable_sort(row.begin(), row.end(), [](const SegmentEntry& a, const SegmentEntry& b) {
    return a.weight > b.weight;
  });
  double sum = 0.0;
  for (const SegmentEntry& e : row) sum += e.weight;
  for (const SegmentEntry& e : row) {
    const float weight = static_cast<float>(e.weight / sum);
    if (weight <= 0.0f) continue;
    out.slot.push_back(e.slot);
    out.weight.push_back(weight);
  }
  out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
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
  std::vector<SegmentEntry> row;
  for (const vec3& p : position) {
    row.clear();
    for (std::size_t s = 0; s < segments.size() && is_finite(p); ++s) {
      const double r = double{segments[s].radius};
      if (!(r > 0.0) || !std::isfinite(r)) continue;
      const double hat = (r - exact_distance(p, segments[s])) / r;
      if (hat > 0.0) row.push_back({static_cast<std::uint16_t>(s), hat});
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
