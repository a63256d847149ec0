#include "rig/automatic/voxel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "math/numbers.h"
#include "rig/automatic/diffusion.h"
#include "rig/automatic/limit_rows.h"
#include "rig/automatic/march_front.h"
#include "rig/automatic/voxel_grid.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose {
namespace {

constexpr int kMostBones = 16;  // that a vertex remembers: what is farther away weighs nothing
constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr double kLeastPart = 1e-4;  // of the diagonal: no weight is infinite

using Marched = MarchFront::Reached;

// The voxels that a bone passes, and how far their centres are from it. Outside of all: those that
// are nearest.
std::vector<Marched> seeds_of(const VoxelGrid& grid, const BoneSegment& bone) {
  std::vector<Marched> out;
  const float step = grid.step(), near = 0.9f * step;  // half of a voxel's diagonal is .87
  const float length = glm::distance(bone.head, bone.tail);
  const int samples = static_cast<int>(std::min(2.0f * length / step, 1e5f)) + 1;
  std::vector<std::uint32_t> met;
  for (int k = 0; k <= samples; ++k) {
    const vec3 at = glm::mix(bone.head, bone.tail, float(k) / float(samples));
    const VoxelGrid::Around around = grid.around(at);
    met.insert(met.end(), around.solid, around.solid + around.count);
  }
  std::ranges::sort(met);
  const auto twice = std::ranges::unique(met);
  met.erase(twice.begin(), twice.end());
  for (const std::uint32_t s : met) {
    const float d = segment_distance(grid.center(s), bone);
    if (d <= near) out.push_back({d, s});
  }
  if (!out.empty()) return out;
  float nearest = kFar;
  for (std::uint32_t s = 0; s < grid.solid_count(); ++s)
    nearest = std::min(nearest, segment_distance(grid.center(s), bone));
  for (std::uint32_t s = 0; s < grid.solid_count(); ++s) {
    const float d = segment_distance(grid.center(s), bone);
    if (d <= nearest + 0.5f * step) out.push_back({d, s});
  }
  return out;
}

// The distance at a voxel from those of its neighbours that are done (the others: kFar): the front
// that passes them is plane there. What is not done may yet become nearer.
float plane_front(const VoxelGrid& grid, std::uint32_t s, const std::vector<float>& done) {
  const auto at = [&](std::uint32_t n) { return n == VoxelGrid::kNone ? kFar : done[n]; };
  const std::array<std::uint32_t, 6> beside = grid.beside(s);
  float x = std::min(at(beside[0]), at(beside[1])), y = std::min(at(beside[2]), at(beside[3])),
        z = std::min(at(beside[4]), at(beside[5]));
  if (y < x) std::swap(x, y);
  if (z < y) std::swap(y, z);
  if (y < x) std::swap(x, y);
  const double a[3] = {x, y, z};
  const double h = grid.step();
  double u = a[0] + h;
  for (int k = 1; k < 3 && u > a[k]; ++k) {
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i <= k; ++i) sum += a[i], squares += a[i] * a[i];
    const double n = k + 1, root = sum * sum - n * (squares - h * h);
    if (root < 0.0) break;
    u = (sum + std::sqrt(root)) / n;
  }
  return static_cast<float>(u);
}

// `done`: the distances, kFar where none of the seeds leads to.
void march(const VoxelGrid& grid, const std::vector<Marched>& seeds, std::vector<float>& done) {
  done.assign(grid.solid_count(), kFar);
  std::vector<float> reached(grid.solid_count(), kFar);
  MarchFront front(grid.step());
  for (const Marched& seed : seeds) {
    reached[seed.voxel] = seed.distance;
    front.push(seed);
  }
  while (const std::optional<Marched> now = front.pop()) {
    if (done[now->voxel] < kFar) continue;
    done[now->voxel] = now->distance;
    for (const std::uint32_t n : grid.beside(now->voxel)) {
      if (n == VoxelGrid::kNone || done[n] < kFar) continue;
      const float d = plane_front(grid, n, done);
      if (!(d < reached[n])) continue;
      reached[n] = d;
      front.push({d, n});
    }
  }
}

float distance_at(const VoxelGrid::Around& around, const std::vector<float>& distance) {
  double sum = 0.0, weights = 0.0;
  for (int k = 0; k < around.count; ++k) {
    const float d = distance[around.solid[k]];
    if (!(d < kFar)) continue;
    sum += double(around.weight[k]) * d;
    weights += around.weight[k];
  }
  return weights > 0.0 ? static_cast<float>(sum / weights) : kFar;
}

// The bones nearest to each point, from near to far. Entries: how far.
using Nearest = std::vector<std::vector<WeightEntry>>;

void remember(std::vector<WeightEntry>& row, int bone, float distance) {
  const auto at = std::ranges::upper_bound(row, distance, {}, &WeightEntry::weight);
  if (row.size() > kMostBones) {  // one more, which the cut subtracts
    if (at == row.end()) return;
    row.insert(at, {bone, distance});
    row.pop_back();
  } else {
    row.insert(at, {bone, distance});
  }
}

Nearest nearest_bones(const BindInput& in, const VertexGraph& graph, const VoxelGrid& grid,
                      const BindProgress& progress) {
  std::vector<VoxelGrid::Around> around(graph.size());
  for (std::size_t p = 0; p < graph.size(); ++p)
    around[p] = grid.around(place_of(graph, in.position, p));
  Nearest out(graph.size());
  constexpr std::size_t kGroup = 8;
  const double share = 1.0 / static_cast<double>(in.segments.size());
  for (std::size_t first = 0; first < in.segments.size(); first += kGroup) {
    const std::size_t size = std::min(kGroup, in.segments.size() - first);
    std::vector<std::vector<float>> of_point(size);
    const BindProgress part = progress.within(share * static_cast<double>(first),
                                              share * static_cast<double>(first + size));
    for_blocks(size, 1, part, [&](std::size_t begin, std::size_t end) {
      std::vector<float> distance;
      for (std::size_t k = begin; k < end; ++k) {
        const BoneSegment& bone = in.segments[first + k];
        if (!is_finite(bone.head) || !is_finite(bone.tail)) continue;
        march(grid, seeds_of(grid, bone), distance);
        of_point[k].resize(graph.size());
        for (std::size_t p = 0; p < graph.size(); ++p)
          of_point[k][p] = distance_at(around[p], distance);
      }
    });
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t p = 0; p < of_point[k].size(); ++p) {
        if (of_point[k][p] < kFar) remember(out[p], static_cast<int>(first + k), of_point[k][p]);
      }
    }
  }
  return out;
}

// Points that no bone reached take the row of the nearest vertex that has one.
void fill_strays(const BindInput& in, const VertexGraph& graph,
                 std::vector<std::vector<WeightEntry>>& rows, AutomaticWeights& out) {
  std::vector<std::uint32_t> reached;
  for (std::size_t p = 0; p < graph.size(); ++p) {
    const std::uint32_t v = graph.vertex[graph.vertex_offset[p]];
    if (!rows[p].empty()) reached.insert(reached.end(), {v, v, v});
  }
  const NearestSurface places(in.position, reached);
  std::size_t parts = 0;
  const std::vector<std::uint32_t> part = connected_parts(graph, parts);
  std::vector<std::uint8_t> counted(parts, 0);
  std::vector<std::pair<std::size_t, std::uint32_t>> taken;
  for (std::size_t p = 0; p < graph.size(); ++p) {
    if (!rows[p].empty()) continue;
    const auto nearest = places.nearest(place_of(graph, in.position, p));
    if (!nearest) continue;
    taken.emplace_back(p, graph.point[reached[3 * std::size_t{nearest->triangle}]]);
    out.strays += graph.vertices_of(p).size();
    out.stray_parts += counted[part[p]] == 0 ? 1 : 0;
    counted[part[p]] = 1;
  }
  for (const auto& [to, from] : taken) rows[to] = rows[from];
}

}  // namespace

double voxel_curve(double distance, double falloff) {
  const double d = std::max(distance, kLeastPart);
  const double w = 1.0 / ((1.0 - falloff) * d + falloff * d * d);
  return w * w;
}

AutomaticWeights voxel_weights(const BindInput& in, const VoxelOptions& options,
                               const BindProgress& progress) {
  check_bind_input(in);
  const double falloff = std::clamp(options.falloff, 0.0f, 1.0f);
  const int limit = options.limit > 0 ? std::min(options.limit, kMostBones) : kMostBones;
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const VoxelGrid grid(in.position, in.triangle, options.resolution, progress.within(0.0, 0.1));
  if (grid.solid_count() == 0)
    throw std::runtime_error("The surface has no triangle: there is no inside to go through.");
  Nearest rows = nearest_bones(in, graph, grid, progress.within(0.1, 0.8));
  Box box;
  for (const vec3& p : in.position) box.add(p);
  const double diagonal = std::max(box.diagonal(), 1e-30f);
  for (std::vector<WeightEntry>& row : rows) {
    if (row.empty()) continue;
    const double largest = voxel_curve(row.front().weight / diagonal, falloff);
    for (WeightEntry& e : row)
      e.weight = static_cast<float>(voxel_curve(e.weight / diagonal, falloff) / largest);
    keep_largest(row, kMostBones);
  }
  AutomaticWeights out;
  fill_strays(in, graph, rows, out);
  const SurfaceLaplacian laplacian = surface_laplacian(graph, in.position, in.triangle);
  if (options.smoothing > 0.0f) {
    diffuse_rows(graph, laplacian, double(std::min(options.smoothing, 1.0f)) * diagonal,
                 in.segments.size(), rows, progress.within(0.8, 0.9));
  }
  if (options.limit > 0) {
    limit_rows(graph, laplacian, diagonal, limit, in.segments.size(), rows,
               progress.within(0.9, 1.0));
  }
  for (std::vector<WeightEntry>& row : rows) {
    if (!row.empty()) keep_largest(row, limit);
  }
  progress.at(1.0);
  out.influences = influences_of(rows, graph.point);
  return out;
}

}  // namespace bindpose
