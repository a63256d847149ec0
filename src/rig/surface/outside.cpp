#include "rig/surface/outside.h"

#include <algorithm>
#include <utility>

namespace bindpose {
namespace {

// On which side of a triangle's front its normals are: above 0, the front's.
float side_of_normals(const std::uint32_t* corner, std::span<const vec3> position,
                      std::span<const vec3> normal) {
  const vec3& a = position[corner[0]];
  const vec3 front = glm::cross(position[corner[1]] - a, position[corner[2]] - a);
  return glm::dot(front, normal[corner[0]] + normal[corner[1]] + normal[corner[2]]);
}

}  // namespace

std::vector<std::uint8_t> mirrored_vertices(const Influences& in, std::span<const mat4> palette,
                                            const mat4& node) {
  const auto mirrors = [](const mat4& m) { return glm::determinant(glm::dmat3(m)) < 0.0; };
  std::vector<std::uint8_t> slot;
  for (const mat4& t : palette) slot.push_back(mirrors(t) ? 1 : 0);
  const std::uint8_t bare = mirrors(node) ? 1 : 0;
  std::vector<std::uint8_t> out;
  if (bare == 0 && std::ranges::find(slot, 1) == slot.end()) return out;
  out.assign(in.vertex_count(), bare);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t first = in.offset[i], last = in.offset[i + 1];
    if (first == last) continue;
    std::size_t count = 0;
    for (std::size_t k = first; k < last; ++k) count += slot[in.slot[k]];
    out[i] = count == last - first ? 1 : 0;
    if (count == 0 || count == last - first) continue;
    glm::dmat3 blend(0.0);
    for (std::size_t k = first; k < last; ++k)
      blend += static_cast<double>(in.weight[k]) * glm::dmat3(palette[in.slot[k]]);
    out[i] = glm::determinant(blend) < 0.0 ? 1 : 0;
  }
  if (std::ranges::find(out, 1) == out.end()) out.clear();
  return out;
}

void turn_outwards(std::span<const std::uint8_t> mirrored, std::span<vec3> normal) {
  for (std::size_t i = 0; i < std::min(mirrored.size(), normal.size()); ++i) {
    if (mirrored[i] != 0) normal[i] = -normal[i];
  }
}

std::vector<std::uint32_t> outside_triangles(const Mesh& mesh, std::span<const vec3> position,
                                             std::span<const vec3> normal,
                                             std::span<const std::uint8_t> mirrored) {
  std::vector<std::uint32_t> out = mesh.triangle;
  for (std::size_t t = 0; t + 2 < out.size(); t += 3) {
    std::uint32_t* corner = out.data() + t;
    const int count = mirrored[corner[0]] + mirrored[corner[1]] + mirrored[corner[2]];
    bool turn = count >= 2;
    if (count == 1 || count == 2) {
      const float was = side_of_normals(corner, mesh.position, mesh.normal),
                  is = side_of_normals(corner, position, normal);
      if (was != 0.0f && is != 0.0f) turn = (was > 0.0f) != (is > 0.0f);
    }
    if (turn) std::swap(corner[1], corner[2]);
  }
  return out;
}

}  // namespace bindpose
