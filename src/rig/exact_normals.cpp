#include "rig/exact_normals.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <ranges>
#include <tuple>
#include <vector>

#include "math/bounds.h"
#include "math/transform.h"
#include "rig/deform/delta_mush.h"
#include "rig/deform/mesh_part.h"
#include "rig/weights/weight_gradient.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dvec3;

struct Tangents {
  dvec3 a, b;
};

// Two with a x b = n, at right angles (J. Duff et al., "Building an orthonormal basis, revisited",
// 2017).
Tangents tangents_of(const vec3& normal) {
  const dvec3 n = glm::normalize(dvec3(normal));
  const double sign = std::copysign(1.0, n.z), s = -1.0 / (sign + n.z), t = n.x * n.y * s;
  return {{1.0 + sign * n.x * n.x * s, sign * t, -sign * n.x}, {t, sign + n.y * n.y * s, -n.y}};
}

// Writes the normal of two posed tangents, where they have one. Tangents no longer than `noise`, or
// that have become one line, tell no direction.
void write_normal(const dvec3& a, const dvec3& b, double noise, vec3& out) {
  const dvec3 n = glm::cross(a, b);
  const double length = glm::length(n), long_a = glm::length(a), long_b = glm::length(b);
  const double line = 1e-9 * long_a * long_b + noise * std::max(long_a, long_b);
  if (long_a > noise && long_b > noise && length > line) out = vec3(n / length);
}

const mat4& matrix_of(const SkinningInput& in, std::uint16_t slot) {
  return slot == WeightGradients::node_slot() ? in.node_matrix : in.palette[slot];
}

void linear_normals(const SkinningInput& in, const WeightGradients& g, std::span<vec3> out) {
  const Influences& w = in.weights;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (g.offset[i] == g.offset[i + 1]) continue;  // no triangle
    const dvec3 v(in.position[i]);
    const auto image = [&](const mat4& t) { return glm::dmat3(t) * v + dvec3(t[3]); };
    const double scale = in.use == WeightUse::Raw ? double(w.raw_weight_sum[i]) : 1.0;
    dmat3 m(0.0);
    dvec3 middle(0.0);
    for (std::size_t k = w.offset[i]; k < w.offset[i + 1]; ++k) {
      const mat4& t = in.palette[w.slot[k]];
      m += scale * double(w.weight[k]) * dmat3(t);
      middle += scale * double(w.weight[k]) * image(t);
    }
    if (w.offset[i] == w.offset[i + 1]) m = dmat3(in.node_matrix), middle = image(in.node_matrix);
    // Weights that add up to 1 everywhere have gradients that add up to 0: any point may be taken
    // off, and small numbers lose fewer digits.
    if (in.use == WeightUse::Raw) middle = dvec3(0.0);
    const Tangents at = tangents_of(in.normal[i]);
    dvec3 a = m * at.a, b = m * at.b;
    for (std::size_t k = g.offset[i]; k < g.offset[i + 1]; ++k) {
      const dvec3 off = image(matrix_of(in, g.slot[k])) - middle, slope(g.gradient[k]);
      a += glm::dot(slope, at.a) * off;
      b += glm::dot(slope, at.b) * off;
    }
    write_normal(a, b, 0.0, out[i]);
  }
}

// Four points around each vertex, with the weights that the surface has there: forth and back along
// a, then along b. Weights may be a little below 0.
struct Around {
  Influences weights;
  std::vector<vec3> position;
  std::vector<float> dq_blend_weight;
  std::vector<vec4> center;
};

class AroundBuilder {
 public:
  AroundBuilder(const SkinningInput& in, const WeightGradients& g, double step)
      : in_(in), g_(g), step_(step) {}

  void add(std::size_t i, Around& out) const {
    const Tangents at = tangents_of(in_.normal[i]);
    for (const dvec3& along : {at.a, -at.a, at.b, -at.b}) {
      const dvec3 move = step_ * along;
      out.position.push_back(vec3(dvec3(in_.position[i]) + move));
      add_weights(i, move, out.weights);
      if (!in_.data.center.empty()) {
        const vec3 change(glm::dmat3(g_.center[i]) * move);
        out.center.push_back(in_.data.center[i] + vec4(change, 0.0f));
      }
      if (in_.dq_blend_weight.empty()) continue;
      const double change = glm::dot(dvec3(g_.blend[i]), move);
      out.dq_blend_weight.push_back(
          float(std::clamp(double(in_.dq_blend_weight[i]) + change, 0.0, 1.0)));
    }
  }

 private:
  void add_weights(std::size_t i, const dvec3& move, Influences& out) const {
    const Influences& w = in_.weights;
    const std::size_t begin = out.slot.size();
    out.slot.insert(out.slot.end(), w.slot.begin() + w.offset[i], w.slot.begin() + w.offset[i + 1]);
    out.weight.insert(out.weight.end(), w.weight.begin() + w.offset[i],
                      w.weight.begin() + w.offset[i + 1]);
    const bool weighted = out.slot.size() > begin;
    for (std::size_t k = g_.offset[i]; weighted && k < g_.offset[i + 1]; ++k) {
      if (g_.slot[k] == WeightGradients::node_slot()) continue;  // no joint to blend with
      const float change = float(glm::dot(dvec3(g_.gradient[k]), move));
      const auto found =
          std::find(out.slot.begin() + std::ptrdiff_t(begin), out.slot.end(), g_.slot[k]);
      if (found != out.slot.end()) {
        out.weight[std::size_t(found - out.slot.begin())] += change;
      } else {
        out.slot.push_back(g_.slot[k]);
        out.weight.push_back(change);
      }
    }
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
    out.raw_weight_sum.push_back(w.raw_weight_sum[i]);
  }

  const SkinningInput& in_;
  const WeightGradients& g_;
  double step_;
};

double step_along(const SkinningInput& in) {
  constexpr double kStep = 1e-3;  // of the mesh's size: between rounding and the surface's bends
  Box box;
  add_points(box, in.position);
  return kStep * double(box.diagonal());
}

void numeric_normals(DeformFunction deform, const SkinningInput& in, const WeightGradients& g,
                     double step, std::span<vec3> out) {
  constexpr std::size_t kBatch = 4096;
  constexpr double kRounding = 8.0 * double(std::numeric_limits<float>::epsilon());
  if (!(step > 0.0)) return;
  const AroundBuilder builder(in, g, step);
  std::vector<vec3> moved;
  for (std::size_t begin = 0; begin < out.size(); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, out.size());
    Around around;
    for (std::size_t i = begin; i < end; ++i) builder.add(i, around);
    moved.resize(around.position.size());
    SkinningInput four{around.weights,  in.skin, around.dq_blend_weight,
                       around.position, {},      in.palette,
                       in.node_matrix,  in.use,  in.normals,
                       in.data};
    four.data.center = around.center;
    deform(four, moved, {});
    for (std::size_t i = begin; i < end; ++i) {
      if (g.offset[i] == g.offset[i + 1]) continue;
      const vec3* p = &moved[4 * (i - begin)];
      const double far = double(std::max(glm::length(p[0]), glm::length(p[2])));
      write_normal(dvec3(p[0]) - dvec3(p[1]), dvec3(p[2]) - dvec3(p[3]), kRounding * far, out[i]);
    }
  }
}

// From where the vertices around each one went. What its own move says is taken off first: where
// all move alike, the normal is turned as it came.
void neighbour_normals(const SkinningInput& in, std::span<const std::uint32_t> triangle,
                       std::span<const vec3> posed, std::span<vec3> out) {
  const FieldGradients g = field_gradients(in, triangle, posed);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const dmat3 own(in.data.move[i].turn), j = own + g.field[i] - own * g.point[i];
    const Tangents at = tangents_of(in.normal[i]);
    write_normal(j * at.a, j * at.b, 0.0, out[i]);
  }
}

struct Posed {
  std::span<vec3> position, usual, exact;
};

void normals(Deformer method, SkinningInput in, std::span<const std::uint32_t> triangle,
             double step, const Posed& out) {
  assert(out.exact.size() == in.position.size() && in.normal.size() == in.position.size());
  method = resolved(method, in.skin);
  in.normals = NormalUse::InverseTranspose;
  std::vector<VertexMove> moves;
  if (looks_around(method) && in.data.move.empty()) {
    if (in.data.surface) {
      moves = mush_moves(in);
      in.data.move = moves;
    } else {
      method = Deformer::Linear;
      in.use = WeightUse::Normalised;
    }
  }
  info_of(method).deform(in, out.position, out.usual);
  std::ranges::copy(out.usual, out.exact.begin());
  if (looks_around(method)) {
    neighbour_normals(in, triangle, out.position, out.exact);
  } else if (method == Deformer::Linear) {
    linear_normals(in, weight_gradients(in, triangle), out.exact);
  } else if (method != Deformer::Rigid) {
    in.use = WeightUse::Normalised;  // raw sums fall out of the others: so must their slopes
    numeric_normals(info_of(method).deform, in, weight_gradients(in, triangle), step, out.exact);
  }
}

// The triangles at the places of some vertices, and their corners with those vertices, each once,
// ascending.
struct Neighbourhood {
  std::vector<std::uint32_t> triangle, vertex;
};
Neighbourhood neighbourhood(const SkinningInput& in, std::span<const std::uint32_t> triangle,
                            std::span<const std::uint32_t> vertices) {
  const auto before = [](const vec3& a, const vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  };
  std::vector<vec3> places;
  for (const std::uint32_t v : vertices) places.push_back(in.position[v]);
  std::ranges::sort(places, before);
  std::vector<std::uint8_t> there(in.position.size(), 0);
  for (std::size_t v = 0; v < there.size(); ++v) {
    there[v] = std::ranges::binary_search(places, in.position[v], before) ? 1 : 0;
  }
  Neighbourhood out{{}, {vertices.begin(), vertices.end()}};
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    const auto corners = triangle.subspan(t, 3);
    if ((there[corners[0]] | there[corners[1]] | there[corners[2]]) == 0) continue;
    out.triangle.insert(out.triangle.end(), corners.begin(), corners.end());
    out.vertex.insert(out.vertex.end(), corners.begin(), corners.end());
  }
  std::ranges::sort(out.vertex);
  out.vertex.erase(std::ranges::unique(out.vertex).begin(), out.vertex.end());
  return out;
}

}  // namespace

void exact_normals(Deformer method, const SkinningInput& in,
                   std::span<const std::uint32_t> triangle, std::span<vec3> normal_out) {
  std::vector<vec3> position(in.position.size()), usual(in.position.size());
  normals(method, in, triangle, step_along(in), {position, usual, normal_out});
}

PosedVertices posed_vertices(Deformer method, const SkinningInput& in,
                             std::span<const std::uint32_t> triangle,
                             std::span<const std::uint32_t> vertices) {
  PosedVertices out;
  const auto counted = std::views::iota(std::size_t{0}, in.position.size());
  if (std::ranges::equal(vertices, counted)) {  // all of them: no part to look for
    for (std::vector<vec3>* to : {&out.position, &out.usual, &out.exact})
      to->resize(in.position.size());
    normals(method, in, triangle, step_along(in), {out.position, out.usual, out.exact});
    return out;
  }
  Neighbourhood part = neighbourhood(in, triangle, vertices);
  const auto number = [&](std::uint32_t v) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(part.vertex, v) -
                                      part.vertex.begin());
  };
  for (std::uint32_t& v : part.triangle) v = number(v);
  const MeshPart vertices_of(method, in, part.vertex);
  std::vector<vec3> moved(part.vertex.size()), usual(part.vertex.size()), exact(part.vertex.size());
  normals(method, vertices_of.input(), part.triangle, step_along(in), {moved, usual, exact});
  for (const std::uint32_t v : vertices) {
    const std::uint32_t k = number(v);
    out.position.push_back(moved[k]);
    out.usual.push_back(usual[k]);
    out.exact.push_back(exact[k]);
  }
  return out;
}

vec3 exact_normal(Deformer method, const SkinningInput& in, std::span<const std::uint32_t> triangle,
                  std::uint32_t vertex) {
  return posed_vertices(method, in, triangle, std::span(&vertex, 1)).exact[0];
}

}  // namespace bindpose
