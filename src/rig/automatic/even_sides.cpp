#include "rig/automatic/even_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "math/numbers.h"
#include "rig/surface/vertex_graph.h"

namespace bindpose {
namespace {

constexpr std::uint32_t kNoTwin = 0xffffffffu;

// Finds points by place: in cells of four times `near`, sorted.
class PlaceIndex {
 public:
  PlaceIndex(const VertexGraph& graph, std::span<const vec3> position, const Box& box, double near)
      : graph_(graph), position_(position), low_(box.lo), near_(near), cell_(4.0 * near) {
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
      const vec3& at = place(p);
      if (is_finite(at)) points_.emplace_back(key(cells(glm::dvec3(at))), p);
    }
    std::ranges::sort(points_);
  }

  const vec3& place(std::size_t p) const {
    return position_[graph_.vertex[graph_.vertex_offset[p]]];
  }

  // The nearest point within `near` of that place, or kNoTwin.
  std::uint32_t at(const glm::dvec3& where) const {
    const Cell from = cells(where - near_), to = cells(where + near_);
    std::uint32_t best = kNoTwin;
    double nearest = near_;
    for (std::int64_t x = from[0]; x <= to[0]; ++x) {
      for (std::int64_t y = from[1]; y <= to[1]; ++y) {
        for (std::int64_t z = from[2]; z <= to[2]; ++z) look({x, y, z}, where, nearest, best);
      }
    }
    return best;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  static constexpr std::int64_t kMost = std::int64_t{1} << 20;  // kEvenPlace: 25,000 are used

  Cell cells(const glm::dvec3& at) const {
    Cell out{};
    for (int c = 0; c < 3; ++c)
      out[static_cast<std::size_t>(c)] =
          static_cast<std::int64_t>(std::clamp(std::floor((at[c] - low_[c]) / cell_), -1.0, 1e6));
    return out;
  }
  static std::uint64_t key(const Cell& c) {
    return static_cast<std::uint64_t>((c[0] * kMost + c[1]) * kMost + c[2]);
  }
  void look(const Cell& cell, const glm::dvec3& where, double& nearest, std::uint32_t& best) const {
    constexpr int kCrowd = 64;  // as many in so small a cell are no surface
    if (std::ranges::any_of(cell, [](std::int64_t c) { return c < 0; })) return;
    const std::uint64_t wanted = key(cell);
    auto found = std::ranges::lower_bound(points_, std::pair{wanted, std::uint32_t{0}});
    for (int k = 0; found != points_.end() && found->first == wanted; ++found, ++k) {
      const double away = glm::distance(glm::dvec3(place(found->second)), where);
      if (k >= kCrowd) return;
      if (away < nearest || (away == nearest && best == kNoTwin)) {
        nearest = away;
        best = found->second;
      }
    }
  }

  const VertexGraph& graph_;
  std::span<const vec3> position_;
  glm::dvec3 low_;
  double near_, cell_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> points_;
};

// The point at each one's mirror image; kNoTwin where there is none, or that one has another.
std::vector<std::uint32_t> twins(const VertexGraph& graph, const PlaceIndex& index,
                                 const MirrorPlane& plane) {
  std::vector<std::uint32_t> out(graph.size(), kNoTwin);
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    const vec3& at = index.place(p);
    if (is_finite(at)) out[p] = index.at(plane.reflected(glm::dvec3(at)));
  }
  const std::vector<std::uint32_t> found = out;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    if (out[p] != kNoTwin && found[out[p]] != p) out[p] = kNoTwin;
  }
  return out;
}

// `opposite` without those whose places are not opposite.
std::vector<int> even_bones(std::span<const BoneSegment> segments, const MirrorPlane& plane,
                            std::span<const int> opposite, double near) {
  std::vector<int> out(segments.size(), -1);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const int other = opposite[s];
    if (other < 0 || idx(other) >= segments.size() || opposite[idx(other)] != static_cast<int>(s))
      continue;
    const auto meet = [&](const vec3& a, const vec3& b) {
      return glm::distance(plane.reflected(glm::dvec3(a)), glm::dvec3(b)) <= near;
    };
    // Weights do not ask which end is which: a bone across the plane is its own mirror image.
    const BoneSegment &a = segments[s], &b = segments[idx(other)];
    if ((meet(a.head, b.head) && meet(a.tail, b.tail)) ||
        (meet(a.head, b.tail) && meet(a.tail, b.head)))
      out[s] = other;
  }
  return out;
}

std::span<const std::uint16_t> slots_of(const Influences& in, std::uint32_t v) {
  return std::span(in.slot).subspan(in.offset[v], in.offset[v + 1] - in.offset[v]);
}

std::vector<WeightEntry> row_of(const Influences& in, std::uint32_t v) {
  std::vector<WeightEntry> out;
  for (std::uint32_t k = in.offset[v]; k < in.offset[v + 1]; ++k)
    out.push_back({in.slot[k], in.weight[k]});
  return out;
}

void mirror(std::vector<WeightEntry>& row, std::span<const int> bone) {
  for (WeightEntry& e : row) e.slot = bone[idx(e.slot)];
}

void sort_row(std::vector<WeightEntry>& row) {
  std::ranges::sort(row, [](const WeightEntry& a, const WeightEntry& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
  });
}

// The largest of a sorted row, at most `limit`. In the middle bones of both sides stay together or
// go together, so that neither side is preferred; what fits beside those that are larger is taken.
void keep_sides_alike(std::vector<WeightEntry>& row, int limit, std::span<const int> bone) {
  const auto most = static_cast<std::size_t>(limit);
  std::vector<WeightEntry> kept;
  const auto holds = [](const std::vector<WeightEntry>& of, int slot) {
    return std::ranges::find(of, slot, &WeightEntry::slot) != of.end();
  };
  for (const WeightEntry& e : row) {
    const int other = bone[idx(e.slot)];
    if (holds(kept, e.slot)) continue;
    const auto there = std::ranges::find(row, other, &WeightEntry::slot);
    const bool pair = other != e.slot && there != row.end();
    if (kept.size() + (pair ? 2 : 1) > most) continue;
    kept.push_back(e);
    if (pair) kept.push_back(*there);
  }
  if (kept.empty()) kept.assign(row.begin(), row.begin() + limit);  // one alone of two equal ones
  row = std::move(kept);
}

// Both have the sum 1. A cut does not subtract what it leaves out, as keep_largest() does: both
// were cut, and what the other side adds is little. `bone`: of a point in the middle, else empty.
std::vector<WeightEntry> mean(std::vector<WeightEntry> a, const std::vector<WeightEntry>& b,
                              int limit, std::span<const int> bone) {
  const std::size_t own = a.size(), most = static_cast<std::size_t>(std::max(limit, 0));
  for (WeightEntry& e : a) e.weight *= 0.5f;
  for (const WeightEntry& e : b) {
    const auto at = std::ranges::find(a, e.slot, &WeightEntry::slot);
    if (at != a.end()) at->weight += 0.5f * e.weight;
    if (at == a.end()) a.push_back({e.slot, 0.5f * e.weight});
  }
  const bool differ = a.size() > own || a.size() > b.size();
  sort_row(a);
  if (most > 0 && a.size() > most) {
    if (bone.empty()) a.resize(most);
    if (!bone.empty()) keep_sides_alike(a, limit, bone);
  }
  keep_largest(a, 0);
  if (limit > 0 && differ) drop_crumbs(a);
  return a;
}

// Which parts are even: their points, those of the parts opposite, and their bones.
std::vector<std::uint8_t> even_parts(const VertexGraph& graph, const Influences& weights,
                                     const std::vector<std::uint32_t>& twin,
                                     const std::vector<int>& bone,
                                     const std::vector<std::uint32_t>& part, std::size_t parts) {
  // Parts that are opposite to one another are even together or not at all: one set, named by its
  // first part.
  std::vector<std::uint32_t> set(parts);
  std::iota(set.begin(), set.end(), 0u);
  const auto set_of = [&](std::uint32_t k) {
    while (set[k] != k) k = set[k] = set[set[k]];
    return k;
  };
  std::vector<std::uint8_t> even(parts, 1);
  for (std::size_t p = 0; p < graph.size(); ++p) {
    const auto slots = slots_of(weights, graph.vertex[graph.vertex_offset[p]]);
    if (twin[p] == kNoTwin || slots.empty() ||
        std::ranges::any_of(slots, [&](std::uint16_t s) { return bone[s] < 0; }))
      even[part[p]] = 0;
    if (twin[p] == kNoTwin) continue;
    const std::uint32_t a = set_of(part[p]), b = set_of(part[twin[p]]);
    set[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t k = 0; k < parts; ++k) {
    if (even[k] == 0) even[set_of(k)] = 0;
  }
  for (std::uint32_t k = 0; k < parts; ++k) even[k] = even[set_of(k)];
  return even;
}

}  // namespace

std::size_t even_sides(const BindInput& in, const MirrorPlane& plane, std::span<const int> opposite,
                       int limit, Influences& weights) {
  Box box;
  for (const vec3& p : in.position) {
    if (is_finite(p)) box.add(p);
  }
  const double diagonal = box.empty() ? 0.0 : double(box.diagonal());
  if (!(diagonal > 0.0) || !std::isfinite(diagonal)) return 0;
  const std::vector<int> bone = even_bones(in.segments, plane, opposite, kEvenBone * diagonal);
  if (std::ranges::all_of(bone, [](int b) { return b < 0; })) return 0;
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const std::vector<std::uint32_t> twin =
      twins(graph, PlaceIndex(graph, in.position, box, kEvenPlace * diagonal), plane);
  std::size_t parts = 0;
  const std::vector<std::uint32_t> part = connected_parts(graph, parts);
  const std::vector<std::uint8_t> even = even_parts(graph, weights, twin, bone, part, parts);

  std::vector<std::vector<WeightEntry>> rows(graph.size());
  std::size_t changed = 0;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    std::vector<WeightEntry> own = row_of(weights, graph.vertex[graph.vertex_offset[p]]);
    if (even[part[p]] == 0) {
      rows[p] = std::move(own);
      continue;
    }
    if (twin[p] < p) {  // the other one's, mirrored: nothing is rounded in two ways
      rows[p] = rows[twin[p]];
      mirror(rows[p], bone);
      sort_row(rows[p]);
    } else {
      std::vector<WeightEntry> other = row_of(weights, graph.vertex[graph.vertex_offset[twin[p]]]);
      mirror(other, bone);
      rows[p] = mean(own, other, limit,
                     twin[p] == p ? std::span<const int>(bone) : std::span<const int>());
    }
    changed += graph.vertices_of(p).size();
  }
  if (changed > 0) weights = influences_of(rows, graph.point);
  return changed;
}

}  // namespace bindpose
