#include "rig/automatic/figures.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "math/numbers.h"
#include "rig/automatic/bend.h"
#include "rig/automatic/laplacian.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose {
namespace {

// A row of points: that of the point's first vertex.
struct PointRows {
  const VertexGraph& graph;
  const Influences& weights;

  std::size_t begin(std::size_t p) const {
    return weights.offset[graph.vertex[graph.vertex_offset[p]]];
  }
  std::size_t end(std::size_t p) const {
    return weights.offset[graph.vertex[graph.vertex_offset[p]] + 1];
  }
  int largest(std::size_t p) const { return begin(p) < end(p) ? weights.slot[begin(p)] : -1; }
};

double steepness_of(const PointRows& rows, const SurfaceLaplacian& laplacian, std::size_t slots) {
  const VertexGraph& graph = rows.graph;
  std::vector<double> difference(slots, 0.0);
  double energy = 0.0;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
      const std::uint32_t q = graph.neighbour[k];
      if (q < p) continue;
      double squares = 0.0;
      for (std::size_t e = rows.begin(p); e < rows.end(p); ++e)
        difference[rows.weights.slot[e]] = rows.weights.weight[e];
      for (std::size_t e = rows.begin(q); e < rows.end(q); ++e) {
        double& d = difference[rows.weights.slot[e]];
        squares += (d - rows.weights.weight[e]) * (d - rows.weights.weight[e]);
        d = 0.0;
      }
      for (std::size_t e = rows.begin(p); e < rows.end(p); ++e) {
        double& d = difference[rows.weights.slot[e]];
        squares += d * d;
        d = 0.0;
      }
      energy += laplacian.edge[k] * squares;
    }
  }
  return energy;
}

// sum_j |L w_j|^2 M^-1, times the area.
double roughness_of(const PointRows& rows, const SurfaceLaplacian& laplacian, std::size_t slots) {
  const VertexGraph& graph = rows.graph;
  std::vector<double> sum(slots, 0.0);
  std::vector<int> touched;
  double energy = 0.0;
  const auto add = [&](std::size_t p, double factor) {
    for (std::size_t e = rows.begin(p); e < rows.end(p); ++e) {
      double& s = sum[rows.weights.slot[e]];
      if (s == 0.0) touched.push_back(rows.weights.slot[e]);
      s += factor * double(rows.weights.weight[e]);
    }
  };
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    double total = 0.0;
    for (std::size_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
      total += laplacian.edge[k];
      add(graph.neighbour[k], -laplacian.edge[k]);
    }
    add(p, total);
    double squares = 0.0;
    for (const int slot : touched) {
      squares += sum[idx(slot)] * sum[idx(slot)];
      sum[idx(slot)] = 0.0;
    }
    touched.clear();
    energy += squares / laplacian.mass[p];
  }
  return energy * laplacian.area;
}

constexpr int kOtherTree = 1000;

int steps_apart(int a, int b, std::span<const int> parent) {
  std::vector<int> above_a, above_b;
  for (int j = a; j >= 0 && above_a.size() <= parent.size(); j = parent[idx(j)])
    above_a.push_back(j);
  for (int j = b; j >= 0 && above_b.size() <= parent.size(); j = parent[idx(j)])
    above_b.push_back(j);
  if (above_a.back() != above_b.back()) return kOtherTree;
  while (!above_a.empty() && !above_b.empty() && above_a.back() == above_b.back()) {
    above_a.pop_back();
    above_b.pop_back();
  }
  return static_cast<int>(above_a.size() + above_b.size());
}

// The points of each bone's region, and whether a part of the surface has one.
struct Regions {
  std::vector<std::vector<std::uint32_t>> of;     // #S
  std::vector<std::vector<std::uint32_t>> parts;  // #S: ascending
  std::vector<std::uint8_t> in_own;  // #P: in the region of the bone that is largest there

  bool has(int slot, std::uint32_t part) const {
    return std::ranges::binary_search(parts[idx(slot)], part);
  }
};

Regions regions_of(const PointRows& rows, const SurfaceLaplacian& laplacian,
                   std::span<const std::uint32_t> part, std::size_t slots) {
  const VertexGraph& graph = rows.graph;
  struct Piece {
    int slot;
    std::uint32_t part;
    double area;
    std::vector<std::uint32_t> points;
  };
  std::vector<Piece> pieces;
  std::vector<std::uint8_t> seen(graph.size(), 0);
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    if (seen[p] != 0 || rows.largest(p) < 0) continue;
    Piece piece{rows.largest(p), part[p], 0.0, {p}};
    seen[p] = 1;
    for (std::size_t k = 0; k < piece.points.size(); ++k) {
      piece.area += laplacian.mass[piece.points[k]];
      for (const std::uint32_t q : graph.neighbours_of(piece.points[k])) {
        if (seen[q] != 0 || rows.largest(q) != piece.slot) continue;
        seen[q] = 1;
        piece.points.push_back(q);
      }
    }
    pieces.push_back(std::move(piece));
  }
  std::ranges::stable_sort(pieces, [](const Piece& a, const Piece& b) {
    if (a.slot != b.slot) return a.slot < b.slot;
    if (a.part != b.part) return a.part < b.part;
    return a.area > b.area;
  });
  Regions out;
  out.of.resize(slots);
  out.parts.resize(slots);
  out.in_own.assign(graph.size(), 0);
  for (const Piece& piece : pieces) {
    if (out.has(piece.slot, piece.part)) continue;
    out.parts[idx(piece.slot)].push_back(piece.part);
    auto& of = out.of[idx(piece.slot)];
    of.insert(of.end(), piece.points.begin(), piece.points.end());
    for (const std::uint32_t p : piece.points) out.in_own[p] = 1;
  }
  return out;
}

struct Leak {
  std::uint32_t point;
  float weight;
};

// What of this bone's weight leaks.
std::vector<Leak> leaks_of(int slot, const PointRows& rows, const Regions& regions,
                           std::span<const Leak> candidates, std::span<const std::uint32_t> part,
                           std::span<const int> parent, std::span<const vec3> position,
                           FartherAlong& along) {
  const VertexGraph& graph = rows.graph;
  std::vector<Leak> out;
  std::vector<std::uint32_t> corners;
  for (const std::uint32_t p : regions.of[idx(slot)]) {
    const std::uint32_t v = graph.vertex[graph.vertex_offset[p]];
    corners.insert(corners.end(), {v, v, v});
  }
  const NearestSurface near(position, corners);
  std::vector<std::uint8_t> leaks(candidates.size(), 0);
  std::vector<std::size_t> asked;
  std::vector<FartherAlong::Target> targets;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const std::uint32_t p = candidates[k].point;
    if (!regions.has(slot, part[p])) {
      leaks[k] = steps_apart(slot, rows.largest(p), parent) >= 3 ? 1 : 0;
    } else if (const auto nearest = near.nearest(place_of(graph, position, p))) {
      asked.push_back(k);
      targets.push_back({p, kLeakRatio * nearest->distance});
    }
  }
  const std::vector<std::uint8_t> farther = along.of(regions.of[idx(slot)], targets);
  for (std::size_t k = 0; k < asked.size(); ++k) leaks[asked[k]] = farther[k];
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (leaks[k] != 0) out.push_back(candidates[k]);
  }
  return out;
}

void find_leaks(const PointRows& rows, const SurfaceLaplacian& laplacian, const BindInput& in,
                std::span<const int> parent, const BindProgress& progress, WeightFigures& out) {
  const VertexGraph& graph = rows.graph;
  std::size_t parts = 0;
  const std::vector<std::uint32_t> part = connected_parts(graph, parts);
  const std::size_t slots = in.segments.size();
  const Regions regions = regions_of(rows, laplacian, part, slots);
  std::vector<std::vector<Leak>> candidates(slots), leaks(slots);
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    const int largest = rows.largest(p);
    for (std::size_t e = rows.begin(p); e < rows.end(p); ++e) {
      const int slot = rows.weights.slot[e];
      if (rows.weights.weight[e] < kLeakWeight) continue;
      const bool near = slot == largest
                            ? regions.in_own[p] != 0
                            : parent[idx(slot)] == largest || parent[idx(largest)] == slot;
      if (!near) candidates[idx(slot)].push_back({p, rows.weights.weight[e]});
    }
  }
  // One walker a thread, not one a bone: each has a number for every point.
  std::vector<std::unique_ptr<FartherAlong>> walker;
  std::mutex of_walkers;
  for_blocks(slots, 1, progress, [&](std::size_t s, std::size_t) {
    if (candidates[s].empty()) return;
    std::unique_ptr<FartherAlong> mine;
    {
      const std::lock_guard lock(of_walkers);
      if (!walker.empty()) {
        mine = std::move(walker.back());
        walker.pop_back();
      }
    }
    if (mine == nullptr) mine = std::make_unique<FartherAlong>(graph);
    leaks[s] = leaks_of(static_cast<int>(s), rows, regions, candidates[s], part, parent,
                        in.position, *mine);
    const std::lock_guard lock(of_walkers);
    walker.push_back(std::move(mine));
  });
  for (const auto& w : walker) out.walked += w->walked();
  std::vector<std::uint8_t> leaking(graph.size(), 0);
  for (const std::vector<Leak>& of_bone : leaks) {
    for (const Leak& leak : of_bone) {
      out.leak += laplacian.mass[leak.point] * leak.weight;
      leaking[leak.point] = 1;
    }
  }
  double area = 0.0;
  for (std::size_t p = 0; p < graph.size(); ++p) {
    area += laplacian.mass[p];
    if (leaking[p] != 0) out.leaking += graph.vertices_of(p).size();
  }
  if (area > 0.0) out.leak /= area;
}

}  // namespace

WeightFigures weight_figures(const BindInput& in, const Influences& weights,
                             std::span<const int> parent, const BindProgress& progress) {
  WeightFigures out;
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const SurfaceLaplacian laplacian = surface_laplacian(graph, in.position, in.triangle);
  const PointRows rows{graph, weights};
  out.steepness = steepness_of(rows, laplacian, in.segments.size());
  out.roughness = roughness_of(rows, laplacian, in.segments.size());
  progress.at(0.1);
  find_leaks(rows, laplacian, in, parent, progress.within(0.1, 0.8), out);
  bend_each(in, weights, parent, progress.within(0.8, 1.0), out);
  std::size_t weighted = 0;
  for (std::size_t i = 0; i < weights.vertex_count(); ++i) {
    const std::size_t n = weights.offset[i + 1] - weights.offset[i];
    out.most_influences = std::max(out.most_influences, n);
    weighted += n > 0 ? 1 : 0;
  }
  out.mean_influences =
      weighted > 0 ? static_cast<double>(weights.slot.size()) / static_cast<double>(weighted) : 0.0;
  progress.at(1.0);
  return out;
}

}  // namespace bindpose
