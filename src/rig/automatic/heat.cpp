#include "rig/automatic/heat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/automatic/diffusion.h"
#include "rig/automatic/limit_rows.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose {
namespace {

constexpr float kEquallyNear = 1.0f + 1e-4f;
constexpr float kLeastDistance = 1e-4f;  // of the diagonal: heat stays finite on a bone
constexpr double kGiven = 0.3, kFactored = 0.5, kSolved = 0.85;  // parts of the work, about

// The bones that heat a point: k of them, all at the same distance; none: no heat.
struct Source {
  float distance = 0.0f;
  std::vector<int> bone;
};

struct BoneAway {
  float distance;
  int bone;
  vec3 nearest;
};

std::vector<BoneAway> bones_by_distance(const vec3& p, std::span<const BoneSegment> segments) {
  std::vector<BoneAway> out;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const BoneSegment& b = segments[s];
    if (!is_finite(b.head) || !is_finite(b.tail)) continue;
    const vec3 nearest = glm::mix(b.head, b.tail, closest_on_segment(p, b.head, b.tail));
    out.push_back({glm::distance(p, nearest), static_cast<int>(s), nearest});
  }
  std::ranges::sort(out, [](const BoneAway& a, const BoneAway& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.bone < b.bone;
  });
  return out;
}

// Of those that `seen` lets through, the nearest and all that are as near.
template <typename Seen>
Source source_of(const vec3& p, std::span<const BoneSegment> segments, const Seen& seen) {
  Source out;
  float nearest = std::numeric_limits<float>::infinity();
  for (const BoneAway& b : bones_by_distance(p, segments)) {
    if (b.distance > nearest * kEquallyNear) break;
    if (!seen(b)) continue;
    if (out.bone.empty()) out.distance = nearest = b.distance;
    out.bone.push_back(b.bone);
  }
  return out;
}

std::vector<Source> visible_sources(const BindInput& in, const VertexGraph& graph,
                                    const BindProgress& progress) {
  const NearestSurface surface(in.position, in.triangle);
  std::vector<Source> out(graph.size());
  for_blocks(graph.size(), 512, progress, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const vec3& place = place_of(graph, in.position, p);
      if (!is_finite(place)) continue;
      const auto is_elsewhere = [&](std::uint32_t t) {
        return std::ranges::none_of(in.triangle.subspan(3 * std::size_t{t}, 3),
                                    [&](std::uint32_t v) { return graph.point[v] == p; });
      };
      out[p] = source_of(place, in.segments, [&](const BoneAway& b) {
        return !surface.stands_between(place, b.nearest, is_elsewhere);
      });
    }
  });
  return out;
}

// Parts that no bone heats get heat from the nearest one, seen or not.
void heat_strays(const BindInput& in, const VertexGraph& graph, std::vector<Source>& source,
                 AutomaticWeights& out) {
  std::size_t parts = 0;
  const std::vector<std::uint32_t> part = connected_parts(graph, parts);
  std::vector<std::uint8_t> heated(parts, 0), counted(parts, 0);
  for (std::size_t p = 0; p < graph.size(); ++p) {
    if (!source[p].bone.empty()) heated[part[p]] = 1;
  }
  for (std::size_t p = 0; p < graph.size(); ++p) {
    const vec3& place = place_of(graph, in.position, p);
    if (heated[part[p]] != 0 || !is_finite(place)) continue;
    source[p] = source_of(place, in.segments, [](const BoneAway&) { return true; });
    out.strays += graph.vertices_of(p).size();
    if (counted[part[p]]++ == 0) ++out.stray_parts;
    counted[part[p]] = 1;
  }
}

}  // namespace

AutomaticWeights heat_weights(const BindInput& in, const HeatOptions& options,
                              const BindProgress& progress) {
  check_bind_input(in);
  const double strength = std::clamp(options.strength, 0.01f, 100.0f);
  const VertexGraph graph = vertex_graph(in.position, in.triangle);
  const SurfaceLaplacian laplacian = surface_laplacian(graph, in.position, in.triangle);
  AutomaticWeights out;
  std::vector<Source> source = visible_sources(in, graph, progress.within(0.0, kGiven));
  heat_strays(in, graph, source, out);

  Box box;
  for (const vec3& p : in.position) box.add(p);
  const double diagonal = box.diagonal();
  for (const BoneSegment& s : in.segments) box.add(s.head), box.add(s.tail);
  const float least = std::max(kLeastDistance * box.diagonal(), 1e-30f);
  const std::size_t count = graph.size();
  std::vector<double> heat(count);
  std::vector<std::vector<std::uint32_t>> heated(in.segments.size());  // by each bone
  for (std::size_t p = 0; p < count; ++p) {
    const double d = std::max(source[p].distance, least);
    heat[p] = strength * static_cast<double>(source[p].bone.size()) / (d * d);
    for (const int b : source[p].bone) heated[idx(b)].push_back(static_cast<std::uint32_t>(p));
    if (!is_finite(place_of(graph, in.position, p))) heat[p] = 1.0;  // alone, and not solved for
  }
  std::vector<double> given(count);  // M H
  for (std::size_t p = 0; p < count; ++p) given[p] = laplacian.mass[p] * heat[p];
  for (const auto& points : heated) out.nearest_somewhere.push_back(points.empty() ? 0 : 1);
  const SparseSystem system(count, laplacian_plus(graph, laplacian, given));
  if (!system.is_good())
    throw std::runtime_error("Heat has no solution on this surface; the voxel method may bind it.");
  progress.at(kFactored);
  auto rows = solved_rows(
      system, count, in.segments.size(),
      [&](std::size_t bone, std::vector<double>& right) {
        for (const std::uint32_t p : heated[bone])
          right[p] = given[p] / static_cast<double>(source[p].bone.size());
        return !heated[bone].empty();
      },
      progress.within(kFactored, kSolved));
  for (std::size_t p = 0; p < count; ++p) {
    if (!is_finite(place_of(graph, in.position, p))) rows[p].clear();
  }
  limit_rows(graph, laplacian, diagonal, options.limit, in.segments.size(), rows,
             progress.within(kSolved, 1.0));
  out.influences = influences_of(rows, graph.point);
  return out;
}

}  // namespace bindpose
