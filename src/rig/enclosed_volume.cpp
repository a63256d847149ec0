#include "rig/enclosed_volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "math/geometry.h"

namespace bindpose {
namespace {

using glm::dvec2;
using glm::dvec3;

// Where a line enters or leaves the surface.
struct Crossing {
  float at;   // along the line
  int enter;  // 1, or -1 where it leaves
};

struct CrossingOfLine {
  std::uint32_t line;
  Crossing crossing;
};

// A point of the surface: across counted in lines, along in its own units; and the first row of
// lines at or after it.
struct GridPoint {
  double x, y, z;
  int row;
};

// The first line at or after a coordinate, which is never below -1.
int first_from(double x) {
  const int whole = static_cast<int>(x);
  return whole + (double(whole) < x ? 1 : 0);
}

// Lines along the longest side of the box, so that the grid across it is as fine as it can be.
// Across it points are counted in lines: that of number (x, y) passes through x and y.
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
  std::vector<GridPoint> turned(std::span<const vec3> points) const {
    const dvec2 lines_a_unit = 1.0 / step;
    std::vector<GridPoint> out(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const vec3& p = points[i];
      out[i].x = (double(p[axis[0]]) - lo.x) * lines_a_unit.x;
      out[i].y = (double(p[axis[1]]) - lo.y) * lines_a_unit.y;
      out[i].z = double(p[axis[2]]);
      // A point that no triangle has may lie anywhere.
      out[i].row = first_from(std::clamp(out[i].y, -0.5, double(rays)));
    }
    return out;
  }
};

// An edge seen along the lines, whose rows it crosses. Always taken from its lower end, so that the
// two triangles at an edge cross a row at the same place whatever the rounding: no line slips
// through, none is counted twice.
struct Edge {
  double x, y, slope;

  Edge(const GridPoint& lower,
       const GridPoint& upper)  // of one that crosses no row nothing is asked
      : x(lower.x), y(lower.y), slope((upper.x - lower.x) / (upper.y - lower.y)) {}
  double at(int row) const { return x + (row - y) * slope; }
};

// Calls use(line, along, enter) for each line that meets the triangle.
template <typename Use>
void each_crossing(const Grid& grid, const GridPoint& a, const GridPoint& b, const GridPoint& c,
                   Use&& use) {
  if (a.row == b.row && b.row == c.row) return;
  const GridPoint *lowest = &a, *middle = &b, *highest = &c;
  int enter = 1;
  const auto order = [&](const GridPoint*& lower, const GridPoint*& upper) {
    if (lower->y <= upper->y) return;
    std::swap(lower, upper);
    enter = -enter;
  };
  order(lowest, middle);
  order(middle, highest);
  order(lowest, middle);
  const double bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
  const double cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
  const double area = bx * cy - by * cx;
  // Of a triangle seen edge-on all of it is where it is met.
  const double dx = area != 0.0 ? (bz * cy - by * cz) / area : 0.0;
  const double dy = area != 0.0 ? (bx * cz - bz * cx) / area : 0.0;
  const double least = std::min(std::min(a.z, b.z), c.z);
  const double most = std::max(std::max(a.z, b.z), c.z);
  const Edge whole(*lowest, *highest);
  const auto rows = [&](const Edge& part, int first, int end) {
    for (int y = first; y < end; ++y) {
      // Seen from the far end of the line a triangle that faces there winds to the left, the edges
      // by its middle corner on the right if they go up: the line comes out of it.
      double left = whole.at(y), right = part.at(y);
      const int here = left < right ? -enter : enter;
      if (right < left) std::swap(left, right);
      const int x_end = first_from(right);
      const double along = a.z + (y - a.y) * dy - a.x * dx;
      for (int x = first_from(left); x < x_end; ++x) {
        use(static_cast<std::uint32_t>(y * grid.rays + x),
            std::min(std::max(along + x * dx, least), most), here);
      }
    }
  };
  rows(Edge(*lowest, *middle), lowest->row, middle->row);
  rows(Edge(*middle, *highest), middle->row, highest->row);
}

template <typename Use>
void each_crossing(const Grid& grid, std::span<const SurfacePart> parts, Use&& use) {
  for (const SurfacePart& part : parts) {
    const std::vector<GridPoint> point = grid.turned(part.position);
    for (std::size_t k = 0; k + 2 < part.triangle.size(); k += 3) {
      each_crossing(grid, point[part.triangle[k]], point[part.triangle[k + 1]],
                    point[part.triangle[k + 2]], use);
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
  const std::size_t lines =
      static_cast<std::size_t>(grid.rays) * static_cast<std::size_t>(grid.rays);
  // A closed surface has a few a line. Where there are far more (thousands of sheets), they are
  // looked for a second time rather than kept.
  const std::size_t most = 64 * lines;
  std::vector<CrossingOfLine> found;
  found.reserve(2 * lines);
  std::vector<std::size_t> next(lines +
                                1);  // first how many a line has, then where its next one goes
  std::size_t total = 0;
  each_crossing(grid, parts, [&](std::uint32_t line, double at, int enter) {
    ++next[line];
    if (total++ < most) found.push_back({line, {float(at), enter}});
  });
  std::size_t begin = 0;
  for (std::size_t& line : next) begin += std::exchange(line, begin);
  std::vector<Crossing> sorted(total);
  if (total <= most) {
    for (const CrossingOfLine& c : found) sorted[next[c.line]++] = c.crossing;
  } else {
    found = {};
    each_crossing(grid, parts, [&](std::uint32_t line, double at, int enter) {
      sorted[next[line]++] = {float(at), enter};
    });
  }
  double sum = 0.0;
  begin = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    const auto along = std::span(sorted).subspan(begin, next[line] - begin);
    begin = next[line];
    if (along.size() == 2) {
      // Most lines have one in and one out. Where it leaves before it enters, w is -1 between.
      if (along[0].enter + along[1].enter != 0) continue;
      const double span = double(along[0].at) - double(along[1].at);
      sum -= std::max(flip * along[0].enter * span, 0.0);
    } else if (along.size() > 2) {
      int inside = 0;
      for (const Crossing& c : along) inside += c.enter;
      if (inside != 0) continue;
      std::ranges::sort(along, {}, &Crossing::at);
      sum += overlap(along, flip);
    }
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
