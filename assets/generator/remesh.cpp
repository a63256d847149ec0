// Isotropic remeshing (M. Botsch and L. Kobbelt, "A remeshing approach to multiresolution
// modeling", 2004), with the field instead of the input mesh as the surface to stay on.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "polygonise.h"

namespace bindpose::gen {
namespace {

constexpr float kLong = 4.0f / 3.0f;
constexpr float kShort = 4.0f / 5.0f;

class Remesher {
 public:
  Remesher(TriangleMesh& mesh, const Field& f, const Field& edge)
      : p_(mesh.position), t_(mesh.triangle), f_(f), edge_(edge), around_(p_.size()) {
    for (int t = 0; t < static_cast<int>(t_.size()); ++t) link(t);
    // A boundary lies in the plane x = 0: snap it there, whatever the grid's rounding.
    rim_.resize(p_.size(), 0);
    for (const Triangle& t : t_) {
      for (int k = 0; k < 3; ++k) {
        const int a = t[k], b = t[(k + 1) % 3];
        if (wings(a, b).size() == 1) rim_[at(a)] = rim_[at(b)] = 1;
      }
    }
    for (std::size_t v = 0; v < p_.size(); ++v) {
      if (rim_[v] != 0 && std::abs(p_[v].x) > 1e-5f) {
        throw std::logic_error("a surface of the generator leaves its box");
      }
    }
    for (std::size_t v = 0; v < p_.size(); ++v) p_[v] = on_surface(p_[v], rim_[v]);
  }

  void split_long() {
    for (int t = 0; t < static_cast<int>(t_.size()); ++t) {
      for (int tries = 0; tries < 8 && alive(t); ++tries) {
        int longest = 0;
        for (int k = 1; k < 3; ++k) {
          if (length(t, k) > length(t, longest)) longest = k;
        }
        const int a = t_[at(t)][longest], b = t_[at(t)][(longest + 1) % 3];
        if (length(t, longest) < kLong * edge_(0.5f * (p_[at(a)] + p_[at(b)]))) break;
        if (!split(a, b)) break;
      }
    }
  }

  void collapse_short() {
    for (int t = 0; t < static_cast<int>(t_.size()); ++t) {
      for (int k = 0; k < 3 && alive(t); ++k) {
        const int a = t_[at(t)][k], b = t_[at(t)][(k + 1) % 3];
        const float wanted = edge_(0.5f * (p_[at(a)] + p_[at(b)]));
        if (length(t, k) < kShort * wanted) collapse(a, b, kLong * wanted);
      }
    }
  }

  void flip_for_valence() {
    for (int t = 0; t < static_cast<int>(t_.size()); ++t) {
      for (int k = 0; k < 3 && alive(t); ++k) {
        const int a = t_[at(t)][k], b = t_[at(t)][(k + 1) % 3];
        if (a < b) flip(a, b);
      }
    }
  }

  // Towards the mean of the neighbours, weighted by the wanted length so that gradings stay even,
  // along the surface only.
  void relax() {
    std::vector<vec3> next = p_;
    for (int v = 0; v < static_cast<int>(p_.size()); ++v) {
      if (around_[at(v)].empty()) continue;
      vec3 sum(0.0f);
      float total = 0.0f;
      for (const int n : ring(v)) {
        if (rim_[at(v)] && !(rim_[at(n)] && wings(v, n).size() == 1)) continue;
        const float w = 1.0f / edge_(p_[at(n)]);
        sum += w * p_[at(n)];
        total += w;
      }
      const vec3 g = glm::normalize(gradient(f_, p_[at(v)]));
      vec3 step = 0.6f * (sum / total - p_[at(v)]);
      step -= glm::dot(step, g) * g;
      next[at(v)] = on_surface(p_[at(v)] + step, rim_[at(v)]);
    }
    for (int v = 0; v < static_cast<int>(p_.size()); ++v) try_move(v, next[at(v)]);
  }

  void compact() {
    std::vector<int> index(p_.size(), -1);
    std::vector<vec3> position;
    std::vector<Triangle> triangle;
    for (const Triangle& t : t_) {
      if (t[0] < 0) continue;
      Triangle moved{};
      for (int k = 0; k < 3; ++k) {
        int& i = index[at(t[k])];
        if (i < 0) {
          i = static_cast<int>(position.size());
          position.push_back(p_[at(t[k])]);
        }
        moved[static_cast<std::size_t>(k)] = i;
      }
      triangle.push_back(moved);
    }
    p_ = std::move(position);
    t_ = std::move(triangle);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  bool alive(int t) const { return t_[at(t)][0] >= 0; }
  float length(int t, int k) const {
    return glm::length(p_[at(t_[at(t)][at(k)])] - p_[at(t_[at(t)][at((k + 1) % 3)])]);
  }
  vec3 area_normal(const vec3& a, const vec3& b, const vec3& c) const {
    return glm::cross(b - a, c - a);
  }

  void link(int t) {
    for (const int v : t_[at(t)]) around_[at(v)].push_back(t);
  }
  void unlink(int t) {
    for (const int v : t_[at(t)]) {
      auto& list = around_[at(v)];
      list.erase(std::find(list.begin(), list.end(), t));
    }
  }
  void replace(int t, int from, int to) {
    unlink(t);
    for (int& v : t_[at(t)]) {
      if (v == from) v = to;
    }
    link(t);
  }

  // Triangles on the edge a-b.
  std::vector<int> wings(int a, int b) const {
    std::vector<int> out;
    for (const int t : around_[at(a)]) {
      const Triangle& c = t_[at(t)];
      if (c[0] == b || c[1] == b || c[2] == b) out.push_back(t);
    }
    return out;
  }
  int opposite(int t, int a, int b) const {
    for (const int v : t_[at(t)]) {
      if (v != a && v != b) return v;
    }
    return -1;
  }
  std::vector<int> ring(int v) const {
    std::vector<int> out;
    for (const int t : around_[at(v)]) {
      for (const int n : t_[at(t)]) {
        if (n != v) out.push_back(n);
      }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  vec3 on_surface(vec3 p, bool rim) const {
    for (int k = 0; k < 4; ++k) {
      if (rim) p.x = 0.0f;
      vec3 g = gradient(f_, p);
      if (rim) g.x = 0.0f;
      const float size = glm::dot(g, g);
      if (size < 1e-4f) break;
      vec3 step = g * (f_(p) / size);
      const float most = 0.01f;
      if (glm::length(step) > most) step *= most / glm::length(step);
      p -= step;
    }
    if (rim) p.x = 0.0f;
    return p;
  }

  // Not where the surface is so steep that the middle falls beside the edge: there it would have no
  // end.
  bool split(int a, int b) {
    const std::vector<int> sides = wings(a, b);
    const int m = static_cast<int>(p_.size());
    const bool rim = sides.size() == 1;
    const vec3 middle = on_surface(0.5f * (p_[at(a)] + p_[at(b)]), rim);
    const float whole = glm::length(p_[at(a)] - p_[at(b)]);
    if (glm::length(middle - p_[at(a)]) > 0.95f * whole ||
        glm::length(middle - p_[at(b)]) > 0.95f * whole) {
      return false;
    }
    p_.push_back(middle);
    around_.emplace_back();
    rim_.push_back(rim ? 1 : 0);
    for (const int t : sides) {
      Triangle other = t_[at(t)];
      for (int& v : other) {
        if (v == a) v = m;
      }
      replace(t, b, m);
      t_.push_back(other);
      link(static_cast<int>(t_.size()) - 1);
    }
    return true;
  }

  // Would the triangles around v, except those with `gone`, keep their side and size with v at q?
  bool fits(int v, const vec3& q, int gone, float longest) const {
    for (const int t : around_[at(v)]) {
      Triangle c = t_[at(t)];
      if (c[0] == gone || c[1] == gone || c[2] == gone) continue;
      while (c[0] != v) std::rotate(c.begin(), c.begin() + 1, c.end());
      const vec3 &b = p_[at(c[1])], &d = p_[at(c[2])];
      if (glm::length(b - q) > longest || glm::length(d - q) > longest) return false;
      const vec3 before = area_normal(p_[at(v)], b, d), after = area_normal(q, b, d);
      const float scale = glm::length(before) * glm::length(after);
      if (glm::length(after) < 1e-9f || glm::dot(before, after) < 0.5f * scale) return false;
    }
    return true;
  }

  void collapse(int a, int b, float longest) {
    const std::vector<int> sides = wings(a, b);
    if (rim_[at(a)] && rim_[at(b)] && sides.size() == 2) return;
    if (rim_[at(b)] && !rim_[at(a)]) std::swap(a, b);
    // Link condition: the ends share just the corners opposite to the edge.
    std::vector<int> shared;
    const std::vector<int> ring_a = ring(a), ring_b = ring(b);
    std::set_intersection(ring_a.begin(), ring_a.end(), ring_b.begin(), ring_b.end(),
                          std::back_inserter(shared));
    if (shared.size() != sides.size()) return;
    for (const int v : shared) {
      if (around_[at(v)].size() <= (rim_[at(v)] ? 2u : 3u)) return;
    }
    const bool rim = rim_[at(a)] != 0;
    const bool both = rim_[at(a)] == rim_[at(b)];
    const vec3 q = both ? on_surface(0.5f * (p_[at(a)] + p_[at(b)]), rim) : p_[at(a)];
    if (!fits(a, q, b, longest) || !fits(b, q, a, longest)) return;
    for (const int t : sides) {
      unlink(t);
      t_[at(t)] = {-1, -1, -1};
    }
    for (const int t : std::vector<int>(around_[at(b)])) replace(t, b, a);
    p_[at(a)] = q;
  }

  void flip(int a, int b) {
    const std::vector<int> sides = wings(a, b);
    if (sides.size() != 2) return;
    int s = sides[0], t = sides[1];
    // s holds a -> b in its winding, t holds b -> a.
    const Triangle& first = t_[at(s)];
    const auto k = std::find(first.begin(), first.end(), a) - first.begin();
    if (first[at(static_cast<int>((k + 1) % 3))] != b) std::swap(s, t);
    const int c = opposite(s, a, b), d = opposite(t, a, b);
    if (c == d || !wings(c, d).empty()) return;
    const auto defect = [&](int v, int change) {
      const int wanted = rim_[at(v)] ? 3 : 6;  // triangles around it
      const int x = static_cast<int>(around_[at(v)].size()) + change - wanted;
      return x * x;
    };
    const int before = defect(a, 0) + defect(b, 0) + defect(c, 0) + defect(d, 0);
    const int after = defect(a, -1) + defect(b, -1) + defect(c, 1) + defect(d, 1);
    if (after >= before) return;
    const vec3 &pa = p_[at(a)], &pb = p_[at(b)], &pc = p_[at(c)], &pd = p_[at(d)];
    const vec3 n = glm::normalize(area_normal(pa, pb, pc) + area_normal(pb, pa, pd));
    const vec3 n1 = area_normal(pa, pd, pc), n2 = area_normal(pd, pb, pc);
    if (glm::dot(n1, n) < 0.8f * glm::length(n1) || glm::dot(n2, n) < 0.8f * glm::length(n2) ||
        glm::length(n1) < 1e-9f || glm::length(n2) < 1e-9f) {
      return;
    }
    unlink(s);
    unlink(t);
    t_[at(s)] = {a, d, c};
    t_[at(t)] = {d, b, c};
    link(s);
    link(t);
  }

  void try_move(int v, const vec3& q) {
    if (!around_[at(v)].empty() && fits(v, q, -2, 1e9f)) p_[at(v)] = q;
  }

  std::vector<vec3>& p_;
  std::vector<Triangle>& t_;
  const Field& f_;
  const Field& edge_;
  std::vector<std::vector<int>> around_;  // triangles at a vertex
  std::vector<char> rim_;                 // 1: on the boundary at x = 0
};

}  // namespace

void remesh(TriangleMesh& mesh, const Field& f, const Field& edge, int rounds) {
  Remesher r(mesh, f, edge);
  for (int k = 0; k < rounds; ++k) {
    r.split_long();
    r.collapse_short();
    r.flip_for_valence();
    r.relax();
  }
  for (int k = 0; k < 3; ++k) {
    r.flip_for_valence();
    r.relax();
  }
  r.compact();
}

}  // namespace bindpose::gen
