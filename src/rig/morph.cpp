#include "rig/morph.h"
#include "math/numbers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace bindpose {
namespace {

// Where a sum of normals is no longer, the mesh's own normal stays.
constexpr float kVanished = 1e-12f;

float share_of(const MorphTarget& target, std::span<const float> weight) {
  const auto c = static_cast<std::size_t>(target.channel);
  return morph_share(target, target.channel >= 0 && c < weight.size() ? weight[c] : 0.0f);
}

}  // namespace

float morph_share(const MorphTarget& target, float weight) {
  const std::vector<vec2>& knot = target.share;
  if (knot.size() < 2) return weight;
  std::size_t k = 1;
  while (k + 1 < knot.size() && weight > knot[k].x) ++k;
  const vec2 from = knot[k - 1];
  const vec2 to = knot[k];
  return from.y + (to.y - from.y) * ((weight - from.x) / (to.x - from.x));
}

bool is_morphed(const Mesh& mesh, std::span<const float> weight) {
  return std::any_of(mesh.morph.begin(), mesh.morph.end(), [&](const MorphTarget& target) {
    return share_of(target, weight) != 0.0f && !target.vertex.empty();
  });
}

void morph_points(const Mesh& mesh, std::span<const float> weight, std::span<vec3> position_out,
                  std::span<vec3> normal_out) {
  assert(position_out.size() == mesh.position.size());
  assert(normal_out.empty() || normal_out.size() == mesh.normal.size());
  std::copy(mesh.position.begin(), mesh.position.end(), position_out.begin());
  if (!normal_out.empty()) std::copy(mesh.normal.begin(), mesh.normal.end(), normal_out.begin());
  // Only normals that a target touched are normalised: the others stay as they are, bit for bit.
  std::vector<bool> turned(normal_out.size(), false);
  for (const MorphTarget& target : mesh.morph) {
    const float m = share_of(target, weight);
    if (m == 0.0f) continue;
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      position_out[target.vertex[k]] += m * target.position[k];
    }
    if (normal_out.empty() || target.normal.empty()) continue;
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      normal_out[target.vertex[k]] += m * target.normal[k];
      turned[target.vertex[k]] = true;
    }
  }
  for (std::size_t i = 0; i < normal_out.size(); ++i) {
    if (turned[i]) normal_out[i] = unit_or(normal_out[i], kVanished, mesh.normal[i]);
  }
}

MorphedPoint morph_point(const Mesh& mesh, std::span<const float> weight, std::size_t vertex) {
  assert(vertex < mesh.position.size());
  MorphedPoint out{mesh.position[vertex],
                   vertex < mesh.normal.size() ? mesh.normal[vertex] : vec3(0.0f)};
  bool turned = false;
  for (const MorphTarget& target : mesh.morph) {
    const float m = share_of(target, weight);
    if (m == 0.0f) continue;
    const auto found = std::lower_bound(target.vertex.begin(), target.vertex.end(), vertex);
    if (found == target.vertex.end() || *found != vertex) continue;
    const auto k = static_cast<std::size_t>(found - target.vertex.begin());
    out.position += m * target.position[k];
    if (target.normal.empty()) continue;
    out.normal += m * target.normal[k];
    turned = true;
  }
  if (turned) out.normal = unit_or(out.normal, kVanished, mesh.normal[vertex]);
  return out;
}

}  // namespace bindpose
