#include "rig/enclosed_volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "math/geometry.h"

namespace bindpose {
namespace {

using glm::dvec2;
using glm::dvec3;

// Where a line enters or leaves the surface.
struct Crossing {
  std::uint32_t line;
  float at;   // along the line
  int enter;  // 1, or -1 where it leaves
};

// All crossings of a line. Most lines have two, one in and one out: of these this is all it takes.
struct Line {
  int count = 0;
  int enter = 0;          // in less out
  double span = 0.0;      // where it enters less where it leaves
  std::size_t begin = 0;  // where its crossings go
};

// Lines along the longest side of the box, so that the grid across it is as fine as it can be.
struct Grid {
  std::array<int, 3> axis;  // across, across, along: a right-handed order
  dvec2 lo{0.0}, step{0.0};
  int rays;

  Grid(const Box& box, int count) : rays(count) {
    const vec3 size = box.size();
    const int along = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    axis = {(along + 1) % 3, (along + 2) % 3, along};
    for (int k = 0; k < 2; ++k) {
      step[k] = double(size[axis[static_cast<std::size_t>(k)]]) / rays;
      // Not in the middle of cells: lines then miss the planes in which models are symmetric.
      lo[k] =
          double(box.lo[axis[static_cast<std::size_t>(k)]]) + (k == 0 ? 0.4871 : 0.5093) * step[k];
    }
  }
  dvec3 turned(const vec3& p) const {
    return {double(p[axis[0]]), double(p[axis[1]]), double(p[axis[2]])};
  }
  // The first line at or after a coordinate, and the one after the last before it.
  int first(double x, int k) const {
    return static_cast<int>(std::clamp(std::ceil((x - lo[k]) / step[k]), 0.0, double(rays)));
  }
};

bool before(const dvec3& a, const dvec3& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

// An edge a-b seen along the lines: on which side of it a point lies, left 1, right -1. The two
// triangles at an edge get opposite answers whatever the rounding, for the edge is always taken
// from the same end: no line slips through, none is counted twice.
struct Edge {
  double x, y, dx, dy;
  int left;

  Edge(const dvec3& a, const dvec3& b) {
    const bool forward = before(a, b);
    const dvec3& from = forward ? a : b;
    const dvec3& to = forward ? b : a;
    x = from.x;
    y = from.y;
    dx = to.x - from.x;
    dy = to.y - from.y;
    left = forward ? 1 : -1;
  }
  int side(const dvec2& p) const { return dx * (p.y - y) - dy * (p.x - x) >= 0.0 ? left : -left; }
};

// Calls use(line, along, enter) for each line that meets the triangle.
template <typename Use>
void each_crossing(const Grid& grid, const dvec3& a, const dvec3& b, const dvec3& c, Use&& use) {
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0.0) return;
  const Edge ab(a, b), bc(b, c), ca(c, a);
  const int x_end = grid.first(std::max({a.x, b.x, c.x}), 0);
  const int y_end = grid.first(std::max({a.y, b.y, c.y}), 1);
  for (int y = grid.first(std::min({a.y, b.y, c.y}), 1); y < y_end; ++y) {
    for (int x = grid.first(std::min({a.x, b.x, c.x}), 0); x < x_end; ++x) {
      const dvec2 p = grid.lo + dvec2(x, y) * grid.step;
      const int s = ab.side(p);
      if (bc.side(p) != s || ca.side(p) != s) continue;
      const double u = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area;
      const double v = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area;
      // Seen from the far end of the line a triangle that faces there winds to the left: out of it.
      use(static_cast<std::uint32_t>(y * grid.rays + x), a.z + u * (b.z - a.z) + v * (c.z - a.z),
          -s);
    }
  }
}

template <typename Use>
void each_crossing(const Grid& grid, std::span<const SurfacePart> parts, Use&& use) {
  for (const SurfacePart& part : parts) {
    for (std::size_t k = 0; k + 2 < part.triangle.size(); k += 3) {
      const auto at = [&](std::size_t c) {
        return grid.turned(part.position[part.triangle[k + c]]);
      };
      each_crossing(grid, at(0), at(1), at(2), use);
    }
  }
}

// The integral of w - [w > 0] along one line. `flip`: -1 where the surface winds the other way
// round.
double overlap(std::span<const Crossing> line, int flip) {
  double sum = 0.0;
  int w = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (k > 0) sum += (w - (w > 0 ? 1 : 0)) * (double(line[k].at) - double(line[k - 1].at));
    w += flip * line[k].enter;
  }
  return sum;
}

// The same along all lines.
double overlap(const Grid& grid, std::span<const SurfacePart> parts, int flip) {
  std::vector<Line> lines(static_cast<std::size_t>(grid.rays) *
                          static_cast<std::size_t>(grid.rays));
  // A closed surface has a few a line. Where there are far more (thousands of sheets), they are
  // looked for a second time rather than kept.
  const std::size_t most = 64 * lines.size();
  bool all_kept = true;
  std::vector<Crossing> crossings;
  crossings.reserve(2 * lines.size());
  each_crossing(grid, parts, [&](std::uint32_t line, double at, int enter) {
    lines[line].count += 1;
    lines[line].enter += enter;
    lines[line].span += enter * at;
    all_kept = crossings.size() < most;
    if (all_kept) crossings.push_back({line, float(at), enter});
  });
  // Those that need more than the line's sums, line by line.
  double sum = 0.0;
  std::size_t total = 0;
  for (Line& line : lines) {
    line.begin = total;
    if (line.enter != 0) continue;
    // Where it leaves before it enters, w is -1 between.
    if (line.count == 2) sum -= std::max(flip * line.span, 0.0);
    if (line.count > 2) total += static_cast<std::size_t>(line.count);
  }
  std::vector<Crossing> sorted(total);
  const auto take = [&](const Crossing& c) {
    Line& line = lines[c.line];
    if (line.count > 2 && line.enter == 0) sorted[line.begin++] = c;
  };
  if (all_kept) {
    std::ranges::for_each(crossings, take);
  } else {
    crossings = {};
    each_crossing(grid, parts, [&](std::uint32_t line, double at, int enter) {
      take({line, float(at), enter});
    });
  }
  for (const Line& line : lines) {
    if (line.count <= 2 || line.enter != 0) continue;
    const auto count = static_cast<std::size_t>(line.count);
    const auto along = std::span(sorted).subspan(line.begin - count, count);
    std::ranges::sort(along, {}, &Crossing::at);
    sum += overlap(along, flip);
  }
  return sum;
}

}  // namespace

double signed_volume(std::span<const SurfacePart> parts) {
  const auto first = std::ranges::find_if(parts, [](const auto& p) { return !p.position.empty(); });
  if (first == parts.end()) return 0.0;
  // About a point of the surface: far from the origin large terms would cancel.
  const dvec3 origin(first->position[0]);
  double sum = 0.0;
  for (const SurfacePart& part : parts) {
    const auto at = [&](std::uint32_t v) { return dvec3(part.position[v]) - origin; };
    for (std::size_t k = 0; k + 2 < part.triangle.size(); k += 3) {
      const dvec3 a = at(part.triangle[k]), b = at(part.triangle[k + 1]);
      sum += glm::dot(a, glm::cross(b, at(part.triangle[k + 2])));
    }
  }
  return sum / 6.0;
}

double enclosed_volume(std::span<const SurfacePart> parts, int rays) {
  const double whole = signed_volume(parts);
  if (!std::isfinite(whole)) return std::numeric_limits<double>::quiet_NaN();
  Box box;
  for (const SurfacePart& part : parts) {
    for (const std::uint32_t v : part.triangle) box.add(part.position[v]);
  }
  const vec3 size = box.size();
  const bool flat = !(size.x > 0.0f && size.y > 0.0f && size.z > 0.0f);
  if (whole == 0.0 || flat || rays < 1) return whole;
  const Grid grid(box, rays);
  const int flip = whole < 0.0 ? -1 : 1;
  return whole - flip * grid.step.x * grid.step.y * overlap(grid, parts, flip);
}

}  // namespace bindpose
