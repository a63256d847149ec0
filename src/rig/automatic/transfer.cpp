#include "rig/automatic/transfer.h"

#include <algorithm>
#include <cmath>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/automatic/diffusion.h"
#include "rig/proximity/nearest_surface.h"
#include "rig/weights/limit.h"
#include "rig/weights/weight_rows.h"

namespace bindpose {
namespace {

using TakenRow = std::vector<WeightEntry>;
using TakenRows = std::vector<TakenRow>;

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr float kTouching = 1e-5f;  // of the diagonal: as near as the nearest point
constexpr float kSameVertex = 1e-6f;
constexpr float kHalfWeighted = 0.5f;

// Of each point, from the triangles around it by their area; (0, 0, 0) where there is none.
std::vector<vec3> point_normals(const VertexGraph& graph, std::span<const vec3> position,
                                std::span<const std::uint32_t> triangle) {
  std::vector<glm::dvec3> sum(graph.size(), glm::dvec3(0.0));
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    const glm::dvec3 a(position[triangle[t]]), b(position[triangle[t + 1]]),
        c(position[triangle[t + 2]]);
    const glm::dvec3 normal = glm::cross(b - a, c - a);
    if (!std::isfinite(glm::dot(normal, normal))) continue;
    for (std::size_t k = 0; k < 3; ++k) sum[graph.point[triangle[t + k]]] += normal;
  }
  std::vector<vec3> out(graph.size(), vec3(0.0f));
  for (std::size_t p = 0; p < out.size(); ++p) {
    const double length = glm::length(sum[p]);
    if (length > 0.0) out[p] = vec3(sum[p] / length);
  }
  return out;
}

float diagonal_of(std::span<const vec3> position) {
  Box box;
  for (const vec3& p : position) {
    if (is_finite(p)) box.add(p);
  }
  return box.diagonal();
}

void add_to_row(TakenRow& row, int slot, float weight) {
  const auto there = std::ranges::find(row, slot, &WeightEntry::slot);
  if (there == row.end()) {
    row.push_back({slot, weight});
  } else {
    there->weight += weight;
  }
}

TakenRow row_at(const Influences& in, std::size_t vertex) {
  return read_row(in, vertex).entry;
}

// From largest to smallest, at most `limit` as limited_evenly() has it, with the sum 1; empty where
// there is nothing. What 8 bits round to nothing goes where the row was `computed` or cut: what is
// another vertex's is that to the bit.
void make_sound(TakenRow& row, int limit, bool computed) {
  constexpr float kLeast = 1.0f / 510.0f;
  std::erase_if(row, [](const WeightEntry& e) { return !(e.weight > 0.0f); });
  std::ranges::stable_sort(row, std::ranges::greater{}, &WeightEntry::weight);
  const std::size_t all = row.size();
  if (limit > 0) row.resize(kept_evenly(all, limit, [&](std::size_t k) { return row[k].weight; }));
  const bool cut = row.size() < all;
  const auto sum_up = [&] {
    double sum = 0.0;
    for (const WeightEntry& e : row) sum += e.weight;
    return sum;
  };
  if (cut || computed) {
    const auto least = static_cast<float>(kLeast * sum_up());
    while (row.size() > 1 && row.back().weight < least) row.pop_back();
  }
  const double sum = sum_up();
  for (WeightEntry& e : row) e.weight = static_cast<float>(e.weight / sum);
  std::erase_if(row, [](const WeightEntry& e) { return !(e.weight > 0.0f); });
}

// The other surface, asked point by point.
class Partners {
 public:
  explicit Partners(const WeightedSurface& from)
      : from_(from),
        graph_(vertex_graph(from.position, from.triangle)),
        normal_(point_normals(graph_, from.position, from.triangle)),
        nearest_(from.position, from.triangle) {}

  struct Partner {
    TakenRow row;     // empty: there is none
    float agreement;  // cosine between the normals; -1 where one of them is missing
    float distance;
  };
  // `within` is the room in which points are equally near.
  Partner of(const vec3& p, const vec3& normal, float touching, float same_place) const {
    const auto first = nearest_.nearest(p);
    if (!first) return {{}, -1.0f, 0.0f};
    NearPoint best = *first;
    float agreement = agreement_at(best, normal);
    nearest_.each_within(p, first->distance + touching, [&](const NearPoint& near) {
      const float other = agreement_at(near, normal);
      // More than rounding: else neighbours on one sheet would change places for nothing.
      if (other > agreement + 0.05f) {
        best = near;
        agreement = other;
      }
      return true;
    });
    return {row_of(best, p, same_place), agreement, best.distance};
  }

 private:
  const std::uint32_t* corners(const NearPoint& at) const {
    return &from_.triangle[3 * std::size_t{at.triangle}];
  }
  float agreement_at(const NearPoint& at, const vec3& normal) const {
    vec3 there(0.0f);
    for (int k = 0; k < 3; ++k) there += at.bary[k] * normal_[graph_.point[corners(at)[k]]];
    const float length = glm::length(there);
    if (!(length > 0.0f) || normal == vec3(0.0f)) return -1.0f;
    return glm::dot(there, normal) / length;
  }
  TakenRow row_of(const NearPoint& at, const vec3& p, float same_place) const {
    TakenRow out;
    float with_weights = 0.0f;
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t v = corners(at)[k];
      const TakenRow corner = row_at(from_.influences, v);
      // A vertex at a vertex has its weights to the bit.
      if (!corner.empty() && glm::distance(from_.position[v], p) <= same_place) return corner;
      if (corner.empty()) continue;
      with_weights += at.bary[k];
      for (const WeightEntry& e : corner) add_to_row(out, e.slot, at.bary[k] * e.weight);
    }
    return with_weights < kHalfWeighted ? TakenRow() : out;
  }

  const WeightedSurface& from_;
  VertexGraph graph_;
  std::vector<vec3> normal_;
  NearestSurface nearest_;
};

// One row of L: its columns with their values, the diagonal first.
template <typename Visit>
void each_in_row(const VertexGraph& graph, const SurfaceLaplacian& laplacian, std::uint32_t p,
                 const Visit& visit) {
  double sum = 0.0;
  for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) sum += laplacian.edge[k];
  visit(p, sum);
  for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k)
    visit(graph.neighbour[k], -laplacian.edge[k]);
}

// y = L x.
std::vector<double> times_laplacian(const VertexGraph& graph, const SurfaceLaplacian& laplacian,
                                    const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    double sum = 0.0;
    for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k)
      sum += laplacian.edge[k] * (x[p] - x[graph.neighbour[k]]);
    y[p] = sum;
  }
  return y;
}

// Q = L + L M^-1 L for the points that are unknown: their lower triangle.
std::vector<SparseEntry> unknown_entries(const VertexGraph& graph,
                                         const SurfaceLaplacian& laplacian,
                                         const std::vector<std::uint32_t>& unknown_index) {
  std::vector<SparseEntry> out;
  std::vector<std::pair<std::uint32_t, double>> near;
  for (std::uint32_t q = 0; q < graph.size(); ++q) {
    near.clear();
    each_in_row(graph, laplacian, q, [&](std::uint32_t p, double value) {
      if (unknown_index[p] == ~0u) return;
      near.emplace_back(unknown_index[p], value);
      if (unknown_index[q] != ~0u && unknown_index[p] <= unknown_index[q])
        out.push_back({unknown_index[q], unknown_index[p], value});
    });
    for (const auto& [a, at_a] : near) {
      for (const auto& [b, at_b] : near) {
        if (b <= a) out.push_back({a, b, at_a * at_b / laplacian.mass[q]});
      }
    }
  }
  return out;
}

// Fills in the rows of the points that are unknown; false where the system has no solution.
bool inpaint(const VertexGraph& graph, const SurfaceLaplacian& laplacian, std::size_t slots,
             const std::vector<std::uint8_t>& is_unknown, TakenRows& rows,
             const BindProgress& progress) {
  std::vector<std::uint32_t> index(graph.size(), ~0u), unknown;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    if (is_unknown[p] == 0) continue;
    index[p] = static_cast<std::uint32_t>(unknown.size());
    unknown.push_back(p);
  }
  if (unknown.empty()) return true;
  const SparseSystem system(unknown.size(), unknown_entries(graph, laplacian, index));
  if (!system.is_good()) return false;
  progress.at(0.3);
  std::vector<std::vector<std::pair<std::uint32_t, float>>> column(slots);
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    if (is_unknown[p] != 0) continue;
    for (const WeightEntry& e : rows[p]) column[idx(e.slot)].emplace_back(p, e.weight);
  }
  const auto solved = solved_rows(
      system, unknown.size(), slots,
      [&](std::size_t slot, std::vector<double>& right) {
        if (column[slot].empty()) return false;
        std::vector<double> x(graph.size(), 0.0);
        for (const auto& [p, w] : column[slot]) x[p] = w;
        const std::vector<double> y = times_laplacian(graph, laplacian, x);
        for (std::size_t p = 0; p < x.size(); ++p) x[p] = y[p] / laplacian.mass[p];
        const std::vector<double> z = times_laplacian(graph, laplacian, x);
        bool any = false;
        for (std::size_t k = 0; k < unknown.size(); ++k) {
          right[k] = -(y[unknown[k]] + z[unknown[k]]);
          any = any || right[k] != 0.0;
        }
        return any;
      },
      progress.within(0.3, 1.0));
  for (std::size_t k = 0; k < unknown.size(); ++k) rows[unknown[k]] = solved[k];
  return true;
}

// Points by how they come to their weights, and their rows.
struct Points {
  std::vector<WeightOrigin> origin;
  TakenRows row, nearest;  // `nearest`: of those that are not sure
};

Points matched(const WeightedSurface& from, const TransferInput& to, const TransferOptions& options,
               const VertexGraph& graph, float diagonal, const BindProgress& progress) {
  Points out;
  out.origin.assign(graph.size(), WeightOrigin::None);
  out.row.resize(graph.size());
  out.nearest.resize(graph.size());
  const Partners partners(from);
  progress.at(0.1);
  const std::vector<vec3> normal = point_normals(graph, to.position, to.triangle);
  const auto least = static_cast<float>(std::cos(options.angle * kDegree));
  const auto reach = static_cast<float>(options.distance * diagonal);
  for_blocks(graph.size(), 256, progress.within(0.1, 1.0), [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const auto vertices = graph.vertices_of(p);
      const auto is_asked = [&](std::uint32_t v) { return to.asked.empty() || to.asked[v] != 0; };
      if (std::ranges::none_of(vertices, is_asked)) {
        if (to.now != nullptr) out.row[p] = row_at(*to.now, vertices.front());
        out.origin[p] = WeightOrigin::Kept;
        continue;
      }
      const vec3& place = to.position[vertices.front()];
      auto partner = partners.of(place, normal[p], kTouching * diagonal, kSameVertex * diagonal);
      if (partner.row.empty()) continue;
      // Rounding of the cosine must not make what is equal unsure at 0 degrees.
      const bool sure = partner.distance <= reach && partner.agreement >= least - 1e-6f;
      out.origin[p] = sure ? WeightOrigin::Sure : WeightOrigin::Nearest;
      (sure ? out.row : out.nearest)[p] = std::move(partner.row);
    }
  });
  return out;
}

}  // namespace

TransferredWeights transferred_weights(const WeightedSurface& from, const TransferInput& to,
                                       const TransferOptions& options,
                                       const BindProgress& progress) {
  const VertexGraph graph = vertex_graph(to.position, to.triangle);
  const float diagonal = diagonal_of(to.position);
  Points points = matched(from, to, options, graph, diagonal, progress.within(0.0, 0.4));

  // Parts with something that is known; the others keep their nearest points.
  TransferredWeights out;
  std::size_t parts = 0;
  const std::vector<std::uint32_t> part = connected_parts(graph, parts);
  std::vector<std::uint8_t> has_known(parts, 0), lacks(parts, 0);
  for (std::size_t p = 0; p < graph.size(); ++p) {
    if (!points.row[p].empty()) has_known[part[p]] = 1;
  }
  std::vector<std::uint8_t> unknown(graph.size(), 0);
  for (std::size_t p = 0; p < graph.size(); ++p) {
    const bool asks =
        points.origin[p] == WeightOrigin::Nearest || points.origin[p] == WeightOrigin::None;
    if (asks && has_known[part[p]] == 0 && !points.nearest[p].empty()) lacks[part[p]] = 1;
    // What is known of no weights, not asked and without any, is no part of the sum.
    const bool empty_kept = points.origin[p] == WeightOrigin::Kept && points.row[p].empty();
    if (has_known[part[p]] != 0 && (asks || empty_kept)) unknown[p] = 1;
  }
  out.unsure_parts = static_cast<std::size_t>(std::ranges::count(lacks, 1));

  SurfaceLaplacian laplacian = surface_laplacian(graph, to.position, to.triangle);
  for (double& m : laplacian.mass) m /= std::max(1e-30, double(diagonal) * diagonal);
  const bool solved =
      inpaint(graph, laplacian, to.slots, unknown, points.row, progress.within(0.4, 1.0));
  for (std::size_t p = 0; p < graph.size(); ++p) {
    WeightOrigin& origin = points.origin[p];
    TakenRow& row = points.row[p];
    if (origin == WeightOrigin::Kept) continue;
    if (origin != WeightOrigin::Sure && solved && unknown[p] != 0 && !row.empty())
      origin = WeightOrigin::Inpainted;
    if (origin == WeightOrigin::Nearest) row = points.nearest[p];
    make_sound(row, options.limit, origin == WeightOrigin::Inpainted);
  }

  out.origin.assign(to.position.size(), WeightOrigin::None);
  for (std::size_t v = 0; v < to.position.size(); ++v) {
    const std::uint32_t p = graph.point[v];
    const bool keeps = !to.asked.empty() && to.asked[v] == 0;
    out.origin[v] = keeps ? WeightOrigin::Kept : points.origin[p];
    WeightRow kept;
    if (keeps && to.now != nullptr) kept = read_row(*to.now, v);
    const TakenRow& row = keeps ? kept.entry : points.row[p];
    for (const WeightEntry& e : row) {
      out.influences.slot.push_back(static_cast<std::uint16_t>(e.slot));
      out.influences.weight.push_back(e.weight);
    }
    out.influences.offset.push_back(static_cast<std::uint32_t>(out.influences.slot.size()));
    out.influences.raw_weight_sum.push_back(keeps         ? kept.raw_weight_sum
                                            : row.empty() ? 0.0f
                                                          : 1.0f);
  }
  return out;
}

}  // namespace bindpose
