#include "rig/deformer_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bindpose {
namespace {

// Measured on real models where the deformers agree by their formulas (one influence, bind pose):
// up to 11 roundings.
constexpr float kRoundings = 16.0f;

// |T p| is at most turn * |p| + shift, and so is every number on the way there.
struct Reach {
  float turn, shift;
};

Reach reach_of(const mat4& t) {
  const mat3 m(t);
  const float squares = glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]);
  return {std::sqrt(squares), glm::length(vec3(t[3]))};
}

}  // namespace

void drop_rounding(const SkinningInput& in, std::span<float> distance) {
  std::vector<Reach> reach;
  for (const mat4& t : in.palette) reach.push_back(reach_of(t));
  const Reach of_node = reach_of(in.node_matrix);
  const Influences& w = in.weights;
  for (std::size_t i = 0; i < distance.size(); ++i) {
    const float far = glm::length(in.position[i]);
    float largest = 0.0f;
    for (std::uint32_t k = w.offset[i]; k < w.offset[i + 1]; ++k) {
      const Reach& r = reach[w.slot[k]];
      largest = std::max(largest, r.turn * far + r.shift);
    }
    if (w.offset[i] == w.offset[i + 1]) largest = of_node.turn * far + of_node.shift;
    // What is not finite stays so.
    if (distance[i] <= kRoundings * std::numeric_limits<float>::epsilon() * largest)
      distance[i] = 0.0f;
  }
}

void deformer_distance(const SkinningInput& in, Deformer a, Deformer b, std::span<float> out) {
  std::fill(out.begin(), out.end(), 0.0f);
  if (a == b) return;
  SkinningInput points = in;
  points.normal = {};
  std::vector<vec3> at_a(out.size()), at_b(out.size());
  info_of(a).deform(points, at_a, {});
  info_of(b).deform(points, at_b, {});
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = glm::length(at_a[i] - at_b[i]);
  drop_rounding(in, out);
}

}  // namespace bindpose
