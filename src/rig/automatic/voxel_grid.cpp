#include "rig/automatic/voxel_grid.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"

namespace bindpose {
namespace {

constexpr std::uint8_t kVotes = 0x0f, kSurface = 0x10, kOutside = 0x20;
constexpr std::uint8_t kMajority = 4;  // of six directions
constexpr double kMostVoxels = 64e6;
constexpr float kTouch = 1.0f + 1e-4f;  // what touches a voxel but for rounding does
constexpr float kCentred = 1e-3f;       // of the diagonal

// Rounds halves away from 0: -x lands where x does, mirrored.
int rounded(float x) {
  return static_cast<int>(std::lround(std::clamp(x, -1e6f, 1e6f)));
}

bool apart_along(const vec3& axis, const vec3 (&corner)[3], float half) {
  const float a = glm::dot(axis, corner[0]), b = glm::dot(axis, corner[1]),
              c = glm::dot(axis, corner[2]);
  const float reach = half * (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z));
  return std::min({a, b, c}) > reach || std::max({a, b, c}) < -reach;
}

// Triangle against the cube around 0 (T. Akenine-Moeller, "Fast 3D triangle-box overlap testing",
// 2001).
bool touches_cube(const vec3 (&corner)[3], float half) {
  for (int k = 0; k < 3; ++k) {
    if (std::min({corner[0][k], corner[1][k], corner[2][k]}) > half ||
        std::max({corner[0][k], corner[1][k], corner[2][k]}) < -half)
      return false;
  }
  const vec3 edge[] = {corner[1] - corner[0], corner[2] - corner[1], corner[0] - corner[2]};
  if (apart_along(glm::cross(edge[0], edge[1]), corner, half)) return false;
  for (const vec3& e : edge) {
    if (apart_along({0.0f, -e.z, e.y}, corner, half) ||
        apart_along({e.z, 0.0f, -e.x}, corner, half) ||
        apart_along({-e.y, e.x, 0.0f}, corner, half))
      return false;
  }
  return true;
}

}  // namespace

VoxelGrid::VoxelGrid(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                     int resolution, const BindProgress& progress) {
  Box box;
  for (const vec3& p : position) box.add(p);
  if (box.empty()) box.add(vec3(0.0f));
  const float diagonal = box.diagonal();
  vec3 reach;
  for (int k = 0; k < 3; ++k) {
    middle_[k] = std::abs(box.lo[k] + box.hi[k]) <= kCentred * diagonal ? 0.0f : box.center()[k];
    reach[k] = std::max(box.hi[k] - middle_[k], middle_[k] - box.lo[k]);
  }
  const float longest = std::max({reach.x, reach.y, reach.z, 1e-30f});
  step_ = 2.0f * longest / static_cast<float>(std::clamp(resolution, 8, 512));
  const auto voxels = [&] {
    double count = 1.0;
    for (int k = 0; k < 3; ++k) count *= 2.0 * std::ceil(double(reach[k]) / step_) + 3.0;
    return count;
  };
  while (voxels() > kMostVoxels) step_ *= 1.1f;
  for (int k = 0; k < 3; ++k) {
    half_[k] = static_cast<int>(std::ceil(reach[k] / step_)) + 1;  // a layer outside all around
    size_[k] = 2 * half_[k] + 1;
  }
  kind_.assign(static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1]) *
                   static_cast<std::size_t>(size_[2]),
               0);
  mark_surface(position, triangle, progress);
  for (int axis = 0; axis < 3; ++axis) {
    vote(position, triangle, axis);
    progress.at(0.3 + 0.2 * axis);
  }
  mark_enclosed();
  number_solid();
}

VoxelGrid::Cell VoxelGrid::cell_of(const vec3& p) const {
  const vec3 r = (p - middle_) / step_;
  return {rounded(r.x) + half_[0], rounded(r.y) + half_[1], rounded(r.z) + half_[2]};
}

bool VoxelGrid::holds(const Cell& c) const {
  return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < size_[0] && c.y < size_[1] && c.z < size_[2];
}

std::size_t VoxelGrid::index(const Cell& c) const {
  return (static_cast<std::size_t>(c.z) * static_cast<std::size_t>(size_[1]) +
          static_cast<std::size_t>(c.y)) *
             static_cast<std::size_t>(size_[0]) +
         static_cast<std::size_t>(c.x);
}

vec3 VoxelGrid::center(std::uint32_t s) const {
  const std::uint32_t i = cell_[s];
  const auto nx = static_cast<std::uint32_t>(size_[0]), ny = static_cast<std::uint32_t>(size_[1]);
  const int x = static_cast<int>(i % nx), y = static_cast<int>(i / nx % ny),
            z = static_cast<int>(i / nx / ny);
  return middle_ + step_ * vec3(static_cast<float>(x - half_[0]), static_cast<float>(y - half_[1]),
                                static_cast<float>(z - half_[2]));
}

std::uint32_t VoxelGrid::at(const vec3& p) const {
  if (!is_finite(p)) return kNone;
  const Cell c = cell_of(p);
  return holds(c) ? solid_[index(c)] : kNone;
}

VoxelGrid::Around VoxelGrid::around(const vec3& p) const {
  Around out;
  if (!is_finite(p)) return out;
  const vec3 r = (p - middle_) / step_;
  const vec3 low = glm::floor(r), part = r - low;
  for (int corner = 0; corner < 8; ++corner) {
    const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
    const Cell c{rounded(low.x) + dx + half_[0], rounded(low.y) + dy + half_[1],
                 rounded(low.z) + dz + half_[2]};
    const float weight = (dx != 0 ? part.x : 1.0f - part.x) * (dy != 0 ? part.y : 1.0f - part.y) *
                         (dz != 0 ? part.z : 1.0f - part.z);
    const std::uint32_t s = holds(c) ? solid_[index(c)] : kNone;
    if (s == kNone || !(weight > 0.0f)) continue;
    out.solid[out.count] = s;
    out.weight[out.count++] = weight;
  }
  return out;
}

void VoxelGrid::mark_surface(std::span<const vec3> position,
                             std::span<const std::uint32_t> triangle,
                             const BindProgress& progress) {
  const float half = 0.5f * step_ * kTouch;
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    if (t % 30000 == 0) progress.at(0.3 * double(t) / double(triangle.size()));
    vec3 corner[3];
    Box box;
    bool finite = true;
    for (std::size_t k = 0; k < 3; ++k) {
      finite = finite && is_finite(position[triangle[t + k]]);
      corner[k] = position[triangle[t + k]] - middle_;
      box.add(corner[k]);
    }
    if (!finite) continue;
    const Cell lo = cell_of(box.lo + middle_ - vec3(half * 1e-3f)),
               hi = cell_of(box.hi + middle_ + vec3(half * 1e-3f));
    for (int z = lo.z; z <= hi.z; ++z) {
      for (int y = lo.y; y <= hi.y; ++y) {
        for (int x = lo.x; x <= hi.x; ++x) {
          const Cell c{x, y, z};
          if (!holds(c) || (kind_[index(c)] & kSurface) != 0) continue;
          const vec3 at =
              step_ * vec3(static_cast<float>(x - half_[0]), static_cast<float>(y - half_[1]),
                           static_cast<float>(z - half_[2]));
          const vec3 moved[3] = {corner[0] - at, corner[1] - at, corner[2] - at};
          if (touches_cube(moved, half)) kind_[index(c)] |= kSurface;
        }
      }
    }
  }
}

// Lines through the centres of the voxels, along an axis: what they cross, from both ends. A line
// through an edge crosses just one of the triangles there: corners on a line count as beside it, to
// the same side for all triangles.
void VoxelGrid::vote(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                     int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  struct Crossing {
    std::uint32_t line;
    int before;  // the first voxel along the line whose centre is behind it
    int turn;
  };
  std::vector<Crossing> all;
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    glm::dvec3 p[3];
    bool finite = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const vec3 at = position[triangle[t + k]];
      finite = finite && is_finite(at);
      const vec3 r = (at - middle_) / step_;
      p[k] = {double(r[u]), double(r[v]), double(r[axis])};
    }
    if (!finite) continue;
    const double area =
        (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    if (area == 0.0) continue;
    const glm::dvec2 one(p[0]), two(p[1]), three(p[2]);
    const glm::dvec2 lo = glm::min(one, glm::min(two, three)),
                     hi = glm::max(one, glm::max(two, three));
    for (int a = std::max(-half_[u], int(std::ceil(lo.x))); a <= std::min(half_[u], int(hi.x + 1));
         ++a) {
      for (int b = std::max(-half_[v], int(std::ceil(lo.y)));
           b <= std::min(half_[v], int(hi.y + 1)); ++b) {
        // Above the line in the plane, or on it and to the right: never on it.
        int crossings = 0;
        for (int k = 0; k < 3; ++k) {
          const glm::dvec3 &from = p[k], &to = p[(k + 1) % 3];
          const bool up = to.y > b;
          if ((from.y > b) == up) continue;
          const glm::dvec3 &lower = up ? from : to, &upper = up ? to : from;
          const double x = lower.x + (b - lower.y) / (upper.y - lower.y) * (upper.x - lower.x);
          if (x > a) crossings += up ? 1 : -1;
        }
        if (crossings == 0) continue;
        const glm::dvec3 n = glm::cross(p[1] - p[0], p[2] - p[0]);
        const double z = p[0].z - (n.x * (a - p[0].x) + n.y * (b - p[0].y)) / n.z;
        const double clamped = std::clamp(z, -double(half_[axis]), double(half_[axis]) + 1.0);
        all.push_back({static_cast<std::uint32_t>((b + half_[v]) * size_[u] + a + half_[u]),
                       int(std::ceil(clamped)) + half_[axis], crossings});
      }
    }
  }
  std::ranges::sort(all, [](const Crossing& a, const Crossing& b) {
    return a.line != b.line ? a.line < b.line : a.before < b.before;
  });
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    int total = 0, count = 0;
    for (; last < all.size() && all[last].line == all[first].line; ++last, ++count)
      total += all[last].turn;
    Cell c{};
    int* along[] = {&c.x, &c.y, &c.z};
    *along[u] = static_cast<int>(all[first].line) % size_[u];
    *along[v] = static_cast<int>(all[first].line) / size_[u];
    int turns = 0, met = 0;
    for (std::size_t k = first; k < last; ++k) {
      turns += all[k].turn;
      ++met;
      const int end = k + 1 < last ? all[k + 1].before : size_[axis];
      const bool from_here = turns != 0 || met % 2 == 1;
      const bool from_there = total - turns != 0 || (count - met) % 2 == 1;
      if (!from_here && !from_there) continue;
      for (*along[axis] = all[k].before; *along[axis] < std::min(end, size_[axis]); ++*along[axis])
        kind_[index(c)] =
            static_cast<std::uint8_t>(kind_[index(c)] + (from_here ? 1 : 0) + (from_there ? 1 : 0));
    }
    // Before the first crossing only the other end may say that it is inside.
    if (total != 0 || count % 2 == 1) {
      for (*along[axis] = 0; *along[axis] < std::min(all[first].before, size_[axis]);
           ++*along[axis])
        kind_[index(c)] = static_cast<std::uint8_t>(kind_[index(c)] + 1);
    }
    first = last;
  }
}

// What cannot be reached from the corner of the box without crossing the surface.
void VoxelGrid::mark_enclosed() {
  std::vector<Cell> open = {{0, 0, 0}};
  kind_[0] |= kOutside;
  while (!open.empty()) {
    const Cell c = open.back();
    open.pop_back();
    const Cell next[] = {{c.x - 1, c.y, c.z}, {c.x + 1, c.y, c.z}, {c.x, c.y - 1, c.z},
                         {c.x, c.y + 1, c.z}, {c.x, c.y, c.z - 1}, {c.x, c.y, c.z + 1}};
    for (const Cell& n : next) {
      if (!holds(n) || (kind_[index(n)] & (kSurface | kOutside)) != 0) continue;
      kind_[index(n)] |= kOutside;
      open.push_back(n);
    }
  }
}

void VoxelGrid::number_solid() {
  solid_.assign(kind_.size(), kNone);
  for (int z = 1; z + 1 < size_[2]; ++z) {
    for (int y = 1; y + 1 < size_[1]; ++y) {
      for (int x = 1; x + 1 < size_[0]; ++x) {
        const std::size_t i = index({x, y, z});
        const std::uint8_t kind = kind_[i];
        const bool inside = (kind & kOutside) == 0 || (kind & kVotes) >= kMajority;
        if ((kind & kSurface) == 0 && !inside) continue;
        solid_[i] = static_cast<std::uint32_t>(cell_.size());
        cell_.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
}

}  // namespace bindpose
