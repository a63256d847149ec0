#include "rig/weights/weight_gradient.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "math/numbers.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr float kOneSurface = 0.94f;  // cosine of 20 degrees

struct Term {
  std::uint16_t slot;
  double weight;
};

void read_weights(const SkinningInput& in, std::size_t i, std::vector<Term>& row) {
  row.clear();
  const Influences& w = in.weights;
  const double scale = in.use == WeightUse::Raw ? double(w.raw_weight_sum[i]) : 1.0;
  for (std::size_t k = w.offset[i]; k < w.offset[i + 1]; ++k)
    row.push_back({w.slot[k], scale * double(w.weight[k])});
  if (row.empty()) row.push_back({WeightGradients::node_slot(), 1.0});
}

bool same_weights(const Influences& w, std::size_t a, std::size_t b) {
  const std::size_t n = w.offset[a + 1] - w.offset[a];
  if (n != w.offset[b + 1] - w.offset[b] || w.raw_weight_sum[a] != w.raw_weight_sum[b])
    return false;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t x = w.offset[a] + k, y = w.offset[b] + k;
    if (w.slot[x] != w.slot[y] || w.weight[x] != w.weight[y]) return false;
  }
  return true;
}

// For each vertex the first of those that are one with it.
std::vector<std::uint32_t> joined_vertices(const SkinningInput& in) {
  std::vector<std::uint32_t> order(in.position.size()), first(in.position.size());
  std::iota(order.begin(), order.end(), 0u);
  std::iota(first.begin(), first.end(), 0u);
  const auto key = [&](std::uint32_t v) {
    const vec3& p = in.position[v];
    return std::array{p.x, p.y, p.z};
  };
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const auto x = key(a), y = key(b);
    return x != y ? x < y : a < b;
  });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && key(order[end]) == key(order[begin]);) ++end;
    // The first ones of so many surfaces; more at one place are no seam, and would cost their
    // square.
    constexpr std::size_t kMaxSurfaces = 16;
    std::vector<std::uint32_t> surfaces;
    for (std::size_t k = begin; end - begin > 1 && k < end; ++k) {
      const std::uint32_t v = order[k];
      const auto at = std::ranges::find_if(surfaces, [&](std::uint32_t u) {
        return glm::dot(in.normal[u], in.normal[v]) > kOneSurface && same_weights(in.weights, u, v);
      });
      if (at != surfaces.end()) {
        first[v] = *at;
      } else if (surfaces.size() < kMaxSurfaces) {
        surfaces.push_back(v);
      }
    }
  }
  return first;
}

// Triangles at each of the joined vertices: their corners' numbers (3 t + c), in compressed rows.
struct Corners {
  std::vector<std::uint32_t> offset, corner;
};
Corners corners_at(std::span<const std::uint32_t> first, std::span<const std::uint32_t> triangle) {
  Corners out;
  out.offset.assign(first.size() + 1, 0);
  for (const std::uint32_t v : triangle) ++out.offset[first[v] + 1];
  std::partial_sum(out.offset.begin(), out.offset.end(), out.offset.begin());
  out.corner.resize(triangle.size());
  std::vector<std::uint32_t> next(out.offset.begin(), out.offset.end() - 1);
  for (std::uint32_t k = 0; k < triangle.size(); ++k) out.corner[next[first[triangle[k]]]++] = k;
  return out;
}

// A triangle from one of its corners, which comes first: on it the gradient of what is f_k there is
// the sum of f_k slope[k] / angle.
struct CornerSlopes {
  std::array<std::uint32_t, 3> vertex{};
  std::array<dvec3, 3> slope{};
  double angle = 0.0;  // at the corner; 0: the triangle has no area
};
CornerSlopes slopes_at(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                       std::uint32_t corner) {
  CornerSlopes out;
  const std::uint32_t t = corner / 3 * 3, c = corner % 3;
  std::array<dvec3, 3> p;
  for (std::uint32_t k = 0; k < 3; ++k) {
    out.vertex[k] = triangle[t + (c + k) % 3];
    p[k] = dvec3(position[out.vertex[k]]);
  }
  const dvec3 across = glm::cross(p[1] - p[0], p[2] - p[0]);  // N times 2 A
  const double squared = glm::dot(across, across);
  if (!(squared > 0.0)) return out;
  out.angle = std::atan2(std::sqrt(squared), glm::dot(p[1] - p[0], p[2] - p[0]));
  for (std::size_t k = 0; k < 3; ++k)
    out.slope[k] = out.angle / squared * glm::cross(across, p[(k + 2) % 3] - p[(k + 1) % 3]);
  return out;
}

struct Slope {
  std::uint16_t slot;
  dvec3 gradient;
};

class Gatherer {
 public:
  Gatherer(const SkinningInput& in, std::span<const std::uint32_t> triangle)
      : in_(in), triangle_(triangle) {}

  // Sums the triangles at a vertex; its own corner is `corner`.
  void add(std::uint32_t corner) {
    const CornerSlopes s = slopes_at(in_.position, triangle_, corner);
    if (!(s.angle > 0.0)) return;
    total_ += s.angle;
    const auto& v = s.vertex;
    for (std::size_t k = 0; k < 3; ++k) {
      const dvec3& slope = s.slope[k];
      read_weights(in_, v[k], row_);
      for (const Term& e : row_) sum_of(e.slot) += e.weight * slope;
      if (!in_.dq_blend_weight.empty()) blend_ += double(in_.dq_blend_weight[v[k]]) * slope;
      if (!in_.data.center.empty()) add_center(in_.data.center[v[0]], in_.data.center[v[k]], slope);
    }
  }
  // The means of what was added, along the plane of n; begins anew.
  void finish(const vec3& n, WeightGradients& out) {
    const dvec3 normal(n);
    const auto mean = [&](const dvec3& g) {
      if (!(total_ > 0.0)) return vec3(0.0f);
      const dvec3 m = g / total_;
      return vec3(m - glm::dot(m, normal) * normal);
    };
    for (const Slope& s : slopes_) {
      out.slot.push_back(s.slot);
      out.gradient.push_back(mean(s.gradient));
    }
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
    if (!in_.dq_blend_weight.empty()) out.blend.push_back(mean(blend_));
    if (!in_.data.center.empty()) {
      out.center.push_back(
          glm::transpose(mat3(mean(center_[0]), mean(center_[1]), mean(center_[2]))));
      center_.fill(dvec3(0.0));
    }
    slopes_.clear();
    blend_ = dvec3(0.0);
    total_ = 0.0;
  }

 private:
  // Slopes of a constant add up to 0, so the own one may be taken off.
  void add_center(const vec4& own, const vec4& other, const dvec3& slope) {
    if (!(own.w > 0.0f) || !(other.w > 0.0f)) return;
    for (int r = 0; r < 3; ++r)
      center_[static_cast<std::size_t>(r)] += (double(other[r]) - double(own[r])) * slope;
  }
  dvec3& sum_of(std::uint16_t slot) {
    const auto found = std::ranges::find(slopes_, slot, &Slope::slot);
    if (found != slopes_.end()) return found->gradient;
    slopes_.push_back({slot, dvec3(0.0)});
    return slopes_.back().gradient;
  }

  const SkinningInput& in_;
  std::span<const std::uint32_t> triangle_;
  std::vector<Slope> slopes_;
  std::vector<Term> row_;
  dvec3 blend_{0.0};
  std::array<dvec3, 3> center_{dvec3(0.0), dvec3(0.0), dvec3(0.0)};
  double total_ = 0.0;
};

}  // namespace

WeightGradients weight_gradients(const SkinningInput& in, std::span<const std::uint32_t> triangle) {
  const std::vector<std::uint32_t> first = joined_vertices(in);
  const Corners at = corners_at(first, triangle);
  WeightGradients out;
  out.offset.reserve(in.position.size() + 1);
  Gatherer gatherer(in, triangle);
  for (std::size_t i = 0; i < in.position.size(); ++i) {
    const std::uint32_t f = first[i];
    for (std::uint32_t k = at.offset[f]; k < at.offset[f + 1]; ++k) gatherer.add(at.corner[k]);
    gatherer.finish(in.normal[i], out);
  }
  return out;
}

FieldGradients field_gradients(const SkinningInput& in, std::span<const std::uint32_t> triangle,
                               std::span<const vec3> field) {
  const std::vector<std::uint32_t> first = joined_vertices(in);
  const Corners at = corners_at(first, triangle);
  FieldGradients out;
  for (std::size_t i = 0; i < in.position.size(); ++i) {
    // Columns times slopes; slopes of a constant add up to 0, so the own one may be taken off.
    glm::dmat3 of_field(0.0), of_point(0.0);
    double total = 0.0;
    for (std::uint32_t k = at.offset[first[i]]; k < at.offset[first[i] + 1]; ++k) {
      const CornerSlopes s = slopes_at(in.position, triangle, at.corner[k]);
      total += s.angle;
      for (std::size_t c = 1; c < 3; ++c) {
        const std::uint32_t from = s.vertex[0], to = s.vertex[c];
        of_field += glm::outerProduct(dvec3(field[to]) - dvec3(field[from]), s.slope[c]);
        of_point +=
            glm::outerProduct(dvec3(in.position[to]) - dvec3(in.position[from]), s.slope[c]);
      }
    }
    out.field.push_back(total > 0.0 ? of_field / total : glm::dmat3(0.0));
    out.point.push_back(total > 0.0 ? of_point / total : glm::dmat3(0.0));
  }
  return out;
}

}  // namespace bindpose
