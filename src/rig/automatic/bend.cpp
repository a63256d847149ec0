#include "rig/automatic/bend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/automatic/laplacian.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr double kBend = 60.0 / kDegreesPerRadian;
constexpr double kLeastVolume = 1e-6;         // of the diagonal cubed
constexpr double kWhole = 1.0 - 1e-6;         // a share from which on it is all of a point
constexpr std::size_t kBetweenTells = 20000;  // bent triangles

// Points with holes closed: each ring of edges with one triangle has a point more in its middle,
// and a triangle more an edge.
struct ClosedSurface {
  std::vector<dvec3> position;                     // #P, then one a hole
  std::vector<std::uint32_t> triangle;             // of these
  std::vector<std::vector<std::uint32_t>> around;  // the points around each hole
};

std::uint32_t root_of(std::vector<std::uint32_t>& group, std::uint32_t p) {
  while (group[p] != p) p = group[p] = group[group[p]];
  return p;
}

ClosedSurface closed_surface(const BindInput& in, const VertexGraph& graph) {
  ClosedSurface out;
  for (std::size_t p = 0; p < graph.size(); ++p)
    out.position.emplace_back(place_of(graph, in.position, p));
  std::unordered_map<std::uint64_t, int> turns;  // of an edge, from the lower to the higher point
  for (std::size_t t = 0; t + 2 < in.triangle.size(); t += 3) {
    const std::uint32_t* v = &in.triangle[t];
    if (!is_finite(in.position[v[0]]) || !is_finite(in.position[v[1]]) ||
        !is_finite(in.position[v[2]]))
      continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t a = graph.point[v[k]], b = graph.point[v[(k + 1) % 3]];
      out.triangle.push_back(static_cast<std::uint32_t>(a));
      if (a != b) turns[std::min(a, b) << 32 | std::max(a, b)] += a < b ? 1 : -1;
    }
  }
  std::map<std::uint64_t, int> open;  // in an order that is always the same
  for (const auto& [edge, turn] : turns) {
    if (turn != 0) open.emplace(edge, turn);
  }
  std::vector<std::uint32_t> group(graph.size());
  for (std::uint32_t p = 0; p < graph.size(); ++p) group[p] = p;
  const auto low = [](std::uint64_t edge) { return static_cast<std::uint32_t>(edge >> 32); };
  const auto high = [](std::uint64_t edge) { return static_cast<std::uint32_t>(edge); };
  for (const auto& [edge, turn] : open)
    group[root_of(group, high(edge))] = root_of(group, low(edge));
  std::map<std::uint32_t, std::size_t> hole;
  for (const auto& [edge, turn] : open) {
    const auto [at, fresh] = hole.emplace(root_of(group, low(edge)), out.around.size());
    if (fresh) out.around.emplace_back();
    auto& around = out.around[at->second];
    around.push_back(low(edge));
    around.push_back(high(edge));
    const auto middle = static_cast<std::uint32_t>(graph.size() + at->second);
    for (int k = 0; k < std::abs(turn); ++k) {  // the edge once more, the other way
      const std::uint32_t from = turn > 0 ? high(edge) : low(edge),
                          to = turn > 0 ? low(edge) : high(edge);
      out.triangle.insert(out.triangle.end(), {middle, from, to});
    }
  }
  for (auto& around : out.around) {
    std::ranges::sort(around);
    const auto twice = std::ranges::unique(around);
    around.erase(twice.begin(), twice.end());
    dvec3 sum(0.0);
    for (const std::uint32_t p : around) sum += out.position[p];
    out.position.push_back(sum / static_cast<double>(around.size()));
  }
  return out;
}

double cone(const dvec3& apex, const dvec3& a, const dvec3& b, const dvec3& c) {
  return glm::dot(a - apex, glm::cross(b - apex, c - apex)) / 6.0;
}

dvec3 turned(const dvec3& v, const dvec3& axis) {  // O. Rodrigues, 1840
  static const double cosine = std::cos(kBend), sine = std::sin(kBend);
  return v * cosine + glm::cross(axis, v) * sine + axis * (glm::dot(axis, v) * (1.0 - cosine));
}

// Across the bone and the one above; where these are in line, across the bone and the axis of the
// world that is farthest from it.
dvec3 bend_axis(const BoneSegment& bone, const BoneSegment& above) {
  const dvec3 along = dvec3(bone.tail) - dvec3(bone.head);
  const dvec3 before = dvec3(above.tail) - dvec3(above.head);
  const dvec3 across = glm::cross(before, along);
  if (glm::length(across) > 1e-3 * glm::length(along) * glm::length(before))
    return glm::normalize(across);
  const dvec3 size = glm::abs(along);
  const dvec3 far = size.x <= size.y && size.x <= size.z ? dvec3(1, 0, 0)
                    : size.y <= size.z                   ? dvec3(0, 1, 0)
                                                         : dvec3(0, 0, 1);
  const dvec3 out = glm::cross(along, far);
  return glm::length(out) > 0.0 ? glm::normalize(out) : dvec3(0, 0, 1);
}

// Who is below whom: the joints below `j` and itself are those with first[j] <= first < end[j], in
// the order of a walk that takes a joint before those below it. Joints that no way from above
// reaches are on their own.
struct JointOrder {
  std::vector<int> parent;
  std::vector<std::uint32_t> first, end;

  explicit JointOrder(std::span<const int> above);
  bool has_below(int j, std::uint32_t place) const {
    return first[idx(j)] <= place && place < end[idx(j)];
  }
};

JointOrder::JointOrder(std::span<const int> above)
    : parent(above.begin(), above.end()), first(above.size(), 0), end(above.size(), 0) {
  std::vector<std::vector<int>> below(parent.size());
  for (std::size_t s = 0; s < parent.size(); ++s) {
    if (parent[s] >= 0) below[idx(parent[s])].push_back(static_cast<int>(s));
  }
  std::uint32_t place = 0;
  std::vector<std::pair<int, std::size_t>> way;  // joints, and how many below each were taken
  const auto enter = [&](int j) {
    first[idx(j)] = place++;
    way.emplace_back(j, 0);
  };
  for (std::size_t s = 0; s < parent.size(); ++s) {
    if (parent[s] >= 0) continue;
    enter(static_cast<int>(s));
    while (!way.empty()) {
      auto& [j, taken] = way.back();
      if (taken < below[idx(j)].size()) {
        enter(below[idx(j)][taken++]);
        continue;
      }
      end[idx(j)] = place;
      way.pop_back();
    }
  }
  for (std::size_t s = 0; s < parent.size(); ++s) {
    if (end[s] != 0) continue;
    parent[s] = -1;
    first[s] = place++;
    end[s] = place;
  }
}

// What part of each point of the closed surface a joint takes with it, and which joints bend a
// triangle: each is asked for few joints, so nothing here goes through all of them.
class Shares {
 public:
  Shares(const VertexGraph& graph, const Influences& weights, const ClosedSurface& surface,
         const JointOrder& order);
  double at(std::uint32_t p, int joint);
  // Joints of which this triangle may follow one with a part of it alone.
  const std::vector<int>& bent_by(const std::uint32_t* corner);

 private:
  double at_point(std::size_t p, int joint) const;

  const VertexGraph& graph_;
  const Influences& weights_;
  const ClosedSurface& surface_;
  const JointOrder& order_;
  // Of the middle of a hole: the slots around it, whether all of the weight is there, the shares
  // that were asked for.
  struct Middle {
    std::vector<std::uint16_t> slot;
    bool whole = true;
    std::unordered_map<int, double> share;
  };
  std::vector<Middle> middle_;
  std::vector<std::uint8_t> whole_;  // #P
  std::vector<std::uint32_t> seen_;  // #S: in which call
  std::uint32_t call_ = 0;
  std::vector<int> bent_;
};

Shares::Shares(const VertexGraph& graph, const Influences& weights, const ClosedSurface& surface,
               const JointOrder& order)
    : graph_(graph),
      weights_(weights),
      surface_(surface),
      order_(order),
      middle_(surface.around.size()),
      whole_(graph.size(), 0),
      seen_(order.parent.size(), 0) {
  for (std::size_t p = 0; p < graph.size(); ++p) {
    const std::uint32_t v = graph.vertex[graph.vertex_offset[p]];
    double sum = 0.0;
    for (std::size_t e = weights.offset[v]; e < weights.offset[v + 1]; ++e)
      sum += double(weights.weight[e]);
    whole_[p] = sum > kWhole ? 1 : 0;
  }
  for (std::size_t h = 0; h < middle_.size(); ++h) {
    Middle& middle = middle_[h];
    for (const std::uint32_t p : surface.around[h]) {
      const std::uint32_t v = graph.vertex[graph.vertex_offset[p]];
      middle.slot.insert(middle.slot.end(), weights.slot.begin() + weights.offset[v],
                         weights.slot.begin() + weights.offset[v + 1]);
      middle.whole = middle.whole && whole_[p] != 0;
    }
    std::ranges::sort(middle.slot);
    const auto twice = std::ranges::unique(middle.slot);
    middle.slot.erase(twice.begin(), twice.end());
  }
}

double Shares::at_point(std::size_t p, int joint) const {
  const std::uint32_t v = graph_.vertex[graph_.vertex_offset[p]];
  double share = 0.0;
  for (std::size_t e = weights_.offset[v]; e < weights_.offset[v + 1]; ++e) {
    if (order_.has_below(joint, order_.first[weights_.slot[e]]))
      share += double(weights_.weight[e]);
  }
  return share > kWhole ? 1.0 : share;
}

double Shares::at(std::uint32_t p, int joint) {
  if (p < graph_.size()) return at_point(p, joint);
  const std::size_t h = p - graph_.size();
  const auto [at, fresh] = middle_[h].share.emplace(joint, 0.0);
  if (!fresh) return at->second;
  for (const std::uint32_t q : surface_.around[h]) at->second += at_point(q, joint);
  return at->second /= static_cast<double>(surface_.around[h].size());
}

// Upwards from each joint that a corner follows. Above what all of them are below nothing bends,
// unless a corner has weight that is nowhere.
const std::vector<int>& Shares::bent_by(const std::uint32_t* corner) {
  std::span<const std::uint16_t> slots[3];
  bool whole = true;
  std::uint32_t low = std::numeric_limits<std::uint32_t>::max(), high = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    if (corner[k] < graph_.size()) {
      const std::uint32_t v = graph_.vertex[graph_.vertex_offset[corner[k]]];
      slots[k] = std::span(weights_.slot)
                     .subspan(weights_.offset[v], weights_.offset[v + 1] - weights_.offset[v]);
      whole = whole && whole_[corner[k]] != 0;
    } else {
      const Middle& middle = middle_[corner[k] - graph_.size()];
      slots[k] = middle.slot;
      whole = whole && middle.whole;
    }
    for (const std::uint16_t slot : slots[k]) {
      low = std::min(low, order_.first[slot]);
      high = std::max(high, order_.first[slot]);
    }
  }
  bent_.clear();
  ++call_;
  for (const auto& of_corner : slots) {
    for (const std::uint16_t slot : of_corner) {
      for (int j = slot; j >= 0 && seen_[idx(j)] != call_; j = order_.parent[idx(j)]) {
        if (whole && order_.has_below(j, low) && order_.has_below(j, high)) break;
        seen_[idx(j)] = call_;
        bent_.push_back(j);
      }
    }
  }
  return bent_;
}

}  // namespace

void bend_each(const BindInput& in, const Influences& weights, std::span<const int> parent,
               const BindProgress& progress, WeightFigures& out) {
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const ClosedSurface surface = closed_surface(in, graph);
  Box box;
  for (const vec3& p : in.position) box.add(p);
  double volume = 0.0;
  const dvec3 middle(box.empty() ? vec3(0.0f) : box.center());
  for (std::size_t t = 0; t + 2 < surface.triangle.size(); t += 3)
    volume +=
        cone(middle, surface.position[surface.triangle[t]],
             surface.position[surface.triangle[t + 1]], surface.position[surface.triangle[t + 2]]);
  if (!(std::abs(volume) > kLeastVolume * std::pow(double(box.diagonal()), 3.0))) return;
  const JointOrder order(parent);
  std::vector<std::uint8_t> bends(parent.size(), 0);
  std::vector<dvec3> axis(parent.size());
  for (std::size_t s = 0; s < parent.size(); ++s) {
    if (parent[s] < 0 || !is_finite(in.segments[s].head) || !is_finite(in.segments[s].tail))
      continue;
    bends[s] = 1;
    axis[s] = bend_axis(in.segments[s], in.segments[idx(parent[s])]);
  }
  // Seen from the joint, what is rigid on either side keeps its volume: only triangles that bend
  // count, so that each triangle is taken once, with the few joints that bend it.
  Shares shares(graph, weights, surface, order);
  std::vector<double> gained(parent.size(), 0.0);
  std::size_t since = 0;
  for (std::size_t t = 0; t + 2 < surface.triangle.size(); t += 3) {
    const std::uint32_t* corner = &surface.triangle[t];
    const std::vector<int>& bent = shares.bent_by(corner);
    since += 1 + bent.size();
    if (since >= kBetweenTells) {
      progress.at(double(t) / double(surface.triangle.size()));
      since = 0;
    }
    for (const int s : bent) {
      if (bends[idx(s)] == 0) continue;
      const dvec3 joint(in.segments[idx(s)].head);
      double share[3];
      for (std::size_t k = 0; k < 3; ++k) share[k] = shares.at(corner[k], s);
      if (std::max({share[0], share[1], share[2]}) <= 0.0 ||
          std::min({share[0], share[1], share[2]}) >= 1.0)
        continue;
      dvec3 moved[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const dvec3& p = surface.position[corner[k]];
        moved[k] =
            share[k] > 0.0 ? glm::mix(p, joint + turned(p - joint, axis[idx(s)]), share[k]) : p;
      }
      gained[idx(s)] += cone(joint, moved[0], moved[1], moved[2]) -
                        cone(joint, surface.position[corner[0]], surface.position[corner[1]],
                             surface.position[corner[2]]);
    }
  }
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t s = 0; s < parent.size(); ++s) {
    if (bends[s] == 0) continue;
    const double kept = (volume + gained[s]) / volume;
    sum += kept;
    if (count++ == 0 || kept < out.volume_least) {
      out.volume_least = kept;
      out.least_slot = static_cast<int>(s);
    }
  }
  if (count == 0) return;
  out.has_volume = true;
  out.volume_mean = sum / static_cast<double>(count);
}

}  // namespace bindpose
