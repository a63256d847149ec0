#include "polygonise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace bindpose::gen {
namespace {

struct Grid {
  vec3 lo;
  float cell;
  int n[3];  // points along each axis
  std::vector<float> value;

  std::int64_t index(int x, int y, int z) const {
    return (static_cast<std::int64_t>(z) * n[1] + y) * n[0] + x;
  }
  vec3 point(int x, int y, int z) const {
    return lo + cell * vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
  }
};

// Blocks far from the surface get the value at their middle: only its sign is used there.
void fill(Grid& g, const Field& f) {
  constexpr int kBlock = 6;
  for (int z = 0; z < g.n[2]; z += kBlock) {
    for (int y = 0; y < g.n[1]; y += kBlock) {
      for (int x = 0; x < g.n[0]; x += kBlock) {
        const float half = 0.5f * static_cast<float>(kBlock) * g.cell;
        const float middle = f(g.point(x, y, z) + half);
        const bool far = std::abs(middle) > 3.5f * half;
        for (int k = z; k < std::min(z + kBlock, g.n[2]); ++k) {
          for (int j = y; j < std::min(y + kBlock, g.n[1]); ++j) {
            for (int i = x; i < std::min(x + kBlock, g.n[0]); ++i) {
              float v = far ? middle : f(g.point(i, j, k));
              if (v == 0.0f) v = 1e-9f;
              g.value[static_cast<std::size_t>(g.index(i, j, k))] = v;
            }
          }
        }
      }
    }
  }
}

// The six tetrahedra of a cell follow its main diagonal, one axis after the other.
constexpr int kAxisOrder[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

struct Corner {
  std::int64_t id;
  vec3 p;
  float v;
};

class Marcher {
 public:
  Marcher(const Grid& grid, TriangleMesh& out) : grid_(grid), out_(out) {}

  void cell(int x, int y, int z) {
    for (const auto& order : kAxisOrder) {
      int at[3] = {x, y, z};
      Corner c[4];
      c[0] = corner(at);
      for (int k = 0; k < 3; ++k) {
        ++at[order[k]];
        c[k + 1] = corner(at);
      }
      tetrahedron(c);
    }
  }

 private:
  Corner corner(const int at[3]) const {
    const std::int64_t id = grid_.index(at[0], at[1], at[2]);
    return {id, grid_.point(at[0], at[1], at[2]), grid_.value[static_cast<std::size_t>(id)]};
  }

  int crossing(const Corner& a, const Corner& b) {
    const Corner& lo = a.id < b.id ? a : b;
    const Corner& hi = a.id < b.id ? b : a;
    const std::uint64_t key =
        static_cast<std::uint64_t>(lo.id) * 8u + static_cast<std::uint64_t>(axis_code(lo.p, hi.p));
    const auto [it, fresh] = vertex_.try_emplace(key, static_cast<int>(out_.position.size()));
    if (fresh) {
      const float t = std::clamp(lo.v / (lo.v - hi.v), 0.02f, 0.98f);
      out_.position.push_back(lo.p + t * (hi.p - lo.p));
    }
    return it->second;
  }

  int axis_code(const vec3& a, const vec3& b) const {
    const float half = 0.5f * grid_.cell;
    return (b.x - a.x > half ? 1 : 0) + (b.y - a.y > half ? 2 : 0) + (b.z - a.z > half ? 4 : 0);
  }

  // Winding from the positions of inside and outside: no table to get wrong.
  void emit(int a, int b, int c, const vec3& outward) {
    const vec3& p = out_.position[static_cast<std::size_t>(a)];
    const vec3 n = glm::cross(out_.position[static_cast<std::size_t>(b)] - p,
                              out_.position[static_cast<std::size_t>(c)] - p);
    if (glm::dot(n, outward) < 0.0f) std::swap(b, c);
    out_.triangle.push_back({a, b, c});
  }

  void tetrahedron(const Corner c[4]) {
    int in[4], out[4], inside = 0, outside = 0;
    for (int k = 0; k < 4; ++k) {
      if (c[k].v < 0.0f)
        in[inside++] = k;
      else
        out[outside++] = k;
    }
    if (inside == 0 || outside == 0) return;
    vec3 middle_in(0.0f), middle_out(0.0f);
    for (int k = 0; k < inside; ++k) middle_in += c[in[k]].p / static_cast<float>(inside);
    for (int k = 0; k < outside; ++k) middle_out += c[out[k]].p / static_cast<float>(outside);
    const vec3 outward = middle_out - middle_in;
    if (inside == 2) {
      const int v00 = crossing(c[in[0]], c[out[0]]), v01 = crossing(c[in[0]], c[out[1]]);
      const int v10 = crossing(c[in[1]], c[out[0]]), v11 = crossing(c[in[1]], c[out[1]]);
      emit(v00, v01, v11, outward);
      emit(v00, v11, v10, outward);
      return;
    }
    const int apex = inside == 1 ? in[0] : out[0];
    const int* rest = inside == 1 ? out : in;
    emit(crossing(c[apex], c[rest[0]]), crossing(c[apex], c[rest[1]]),
         crossing(c[apex], c[rest[2]]), outward);
  }

  const Grid& grid_;
  TriangleMesh& out_;
  std::unordered_map<std::uint64_t, int> vertex_;
};

}  // namespace

TriangleMesh march(const Field& f, const Box& box, float cell) {
  Grid g{box.lo, cell, {0, 0, 0}, {}};
  std::int64_t count = 1;
  for (int k = 0; k < 3; ++k) {
    g.n[k] = static_cast<int>(std::ceil(box.size()[k] / cell)) + 1;
    count *= g.n[k];
  }
  g.value.resize(static_cast<std::size_t>(count));
  fill(g, f);
  TriangleMesh mesh;
  Marcher marcher(g, mesh);
  for (int z = 0; z + 1 < g.n[2]; ++z) {
    for (int y = 0; y + 1 < g.n[1]; ++y) {
      for (int x = 0; x + 1 < g.n[0]; ++x) marcher.cell(x, y, z);
    }
  }
  return mesh;
}

TriangleMesh mirrored(const TriangleMesh& half) {
  TriangleMesh out = half;
  const std::size_t n = half.position.size();
  out.twin.resize(n);
  for (std::size_t v = 0; v < n; ++v) {
    if (half.position[v].x == 0.0f) {
      out.twin[v] = static_cast<int>(v);
      continue;
    }
    out.twin[v] = static_cast<int>(out.position.size());
    out.position.push_back(mirror(half.position[v]));
  }
  out.twin.resize(out.position.size());
  for (std::size_t v = 0; v < n; ++v) {
    out.twin[static_cast<std::size_t>(out.twin[v])] = static_cast<int>(v);
  }
  for (const Triangle& t : half.triangle) {
    out.triangle.push_back({out.twin[static_cast<std::size_t>(t[0])],
                            out.twin[static_cast<std::size_t>(t[2])],
                            out.twin[static_cast<std::size_t>(t[1])]});
  }
  return out;
}

TriangleMesh surface_of(const Field& f, Box box, float cell, const Field& edge, bool symmetric) {
  if (symmetric) box.lo.x = 0.0f;
  TriangleMesh mesh = march(f, box, cell);
  remesh(mesh, f, edge, 10);
  if (symmetric) mesh = mirrored(mesh);
  if (euler_characteristic(mesh) != 2) {
    throw std::logic_error("a surface of the generator is not a deformed sphere");
  }
  return mesh;
}

std::vector<vec3> field_normals(const TriangleMesh& mesh, const Field& f) {
  std::vector<vec3> normal;
  normal.reserve(mesh.position.size());
  for (const vec3& p : mesh.position) normal.push_back(glm::normalize(gradient(f, p)));
  // The field is symmetric, its rounding is not: copy one side's normals.
  for (std::size_t v = 0; v < mesh.twin.size(); ++v) {
    const auto t = static_cast<std::size_t>(mesh.twin[v]);
    if (t == v) normal[v] = glm::normalize(vec3(0.0f, normal[v].y, normal[v].z));
    if (t > v) normal[t] = mirror(normal[v]);
  }
  return normal;
}

int euler_characteristic(const TriangleMesh& mesh) {
  std::set<std::pair<int, int>> edges;
  for (const Triangle& t : mesh.triangle) {
    for (int k = 0; k < 3; ++k) edges.insert(std::minmax(t[k], t[(k + 1) % 3]));
  }
  return static_cast<int>(mesh.position.size()) - static_cast<int>(edges.size()) +
         static_cast<int>(mesh.triangle.size());
}

}  // namespace bindpose::gen
