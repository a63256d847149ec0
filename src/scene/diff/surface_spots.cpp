#include "scene/diff/surface_spots.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "math/numbers.h"

namespace bindpose {
namespace {

// A total order, also of what is no number; -0 is 0.
std::array<std::uint32_t, 3> place_key(const vec3& p) {
  return {std::bit_cast<std::uint32_t>(p.x + 0.0f), std::bit_cast<std::uint32_t>(p.y + 0.0f),
          std::bit_cast<std::uint32_t>(p.z + 0.0f)};
}

// Infinite where one of both is nowhere.
double way_between(const vec3& a, const vec3& b) {
  if (is_finite(a) && is_finite(b)) return glm::distance(a, b);
  return is_finite(a) == is_finite(b) ? 0.0 : std::numeric_limits<double>::infinity();
}

Scene at_time(const Scene& bind, int clip) {
  Scene out = bind;
  out.pose.base = BasePose::Clip;
  out.pose.clip = clip;
  out.pose.timeline = {};
  return out;
}

}  // namespace

WholeSurface whole_surface(const DiffSide& side, const Scene& posed) {
  WholeSurface out;
  whole_points(side, posed, out.position);
  for (std::size_t m = 0; m < side.model.meshes.size(); ++m) {
    const Mesh& mesh = side.model.meshes[m];
    const auto first = static_cast<std::uint32_t>(out.mesh.size());
    out.mesh.resize(out.mesh.size() + mesh.position.size(), static_cast<int>(m));
    out.first.push_back(out.mesh.size());
    for (const std::uint32_t v : mesh.triangle) out.triangle.push_back(first + v);
    out.first_triangle.push_back(out.triangle.size() / 3);
  }
  return out;
}

void whole_points(const DiffSide& side, const Scene& posed, std::vector<vec3>& position) {
  const PosedScene world = evaluate(posed);
  std::vector<vec3> points;
  position.clear();
  for (std::size_t m = 0; m < side.model.meshes.size(); ++m) {
    skin_mesh(posed, world, static_cast<int>(m), Deformer::Linear, points, nullptr);
    for (const vec3& p : points) position.emplace_back(side.model.to_display * vec4(p, 1.0f));
  }
}

VertexPlaces::VertexPlaces(const std::vector<vec3>& position) : position_(position) {
  order_.resize(position.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::ranges::sort(order_, {}, [&](std::uint32_t v) { return place_key(position_[v]); });
}

std::span<const std::uint32_t> VertexPlaces::at(const vec3& place) const {
  return std::ranges::equal_range(order_, place_key(place), {},
                                  [&](std::uint32_t v) { return place_key(position_[v]); });
}

std::vector<std::uint32_t> VertexPlaces::first() const {
  std::vector<std::uint32_t> out(order_.size());
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const bool same =
        k > 0 && place_key(position_[order_[k]]) == place_key(position_[order_[k - 1]]);
    out[order_[k]] = same ? out[order_[k - 1]] : order_[k];
  }
  return out;
}

int surface_times(std::size_t vertices, std::size_t clips, int wanted) {
  constexpr std::size_t kLeast = 2;
  const std::size_t each = std::max<std::size_t>(vertices * clips, 1);
  return static_cast<int>(std::clamp(kMostPosed / each, kLeast, std::max(idx(wanted), kLeast)));
}

int compare_in_clips(const DiffSide& a, const DiffSide& b, const DiffOptions& options,
                     const std::vector<ClipDiff>& clips, double size,
                     const std::vector<SurfaceSpot> (&spots)[2],
                     std::vector<SurfaceDiff>& surfaces) {
  const auto both = [](const ClipDiff& clip) { return clip.a >= 0 && clip.b >= 0; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(clips, both));
  if (count == 0 || surfaces.empty()) return 0;
  const int times = surface_times(spots[0].size() + spots[1].size(), count, options.samples);
  const auto apart = static_cast<float>(options.tolerance * size);
  std::vector<std::uint8_t> away[2] = {std::vector<std::uint8_t>(spots[0].size()),
                                       std::vector<std::uint8_t>(spots[1].size())};
  std::vector<vec3> point[2];
  for (std::size_t c = 0; c < clips.size(); ++c) {
    if (!both(clips[c])) continue;
    Scene pose_a = at_time(a.in_bind, clips[c].a), pose_b = at_time(b.in_bind, clips[c].b);
    const double end = std::min(clips[c].duration_a, clips[c].duration_b);
    for (int k = 0; k < times; ++k) {
      if (options.stop && options.stop()) throw DiffStopped();
      const double time = end * k / (times - 1);
      pose_a.pose.time = pose_b.pose.time = time;
      whole_points(a, pose_a, point[0]);
      whole_points(b, pose_b, point[1]);
      std::size_t next[2] = {0, 0};
      for (SurfaceDiff& s : surfaces) {
        const std::size_t own = s.of_a ? 0 : 1, other = 1 - own;
        for (std::uint32_t v = 0; v < s.vertices; ++v) {
          const std::size_t at = next[own]++;
          const SurfaceSpot& spot = spots[own][at];
          if (spot.nowhere()) continue;
          const double metres = way_between(point[own][at], spot.at(point[other]));
          if (metres > apart) away[own][at] = 1;
          if (metres > s.in_clips.metres) s.in_clips = {0, metres, v, static_cast<int>(c), time};
        }
      }
    }
  }
  std::size_t next[2] = {0, 0};
  for (SurfaceDiff& s : surfaces) {
    std::size_t& first = next[s.of_a ? 0 : 1];
    const auto begin = away[s.of_a ? 0 : 1].begin() + static_cast<std::ptrdiff_t>(first);
    first += s.vertices;
    s.in_clips.away = static_cast<std::size_t>(
        std::count(begin, begin + static_cast<std::ptrdiff_t>(s.vertices), std::uint8_t{1}));
  }
  return times;
}

}  // namespace bindpose
