#include "render/material/winding.h"

namespace bindpose {
namespace {

bool mirrors(const mat4& m) {
  return glm::determinant(mat3(m)) < 0.0f;
}

}  // namespace

bool winds_by_normals(const Mesh& mesh) {
  if (mesh.flat) return true;  // the triangles are what says where it looks
  std::size_t with = 0, against = 0;
  for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
    const std::uint32_t a = mesh.triangle[t], b = mesh.triangle[t + 1], c = mesh.triangle[t + 2];
    const vec3& p = mesh.position[a];
    const float side = glm::dot(glm::cross(mesh.position[b] - p, mesh.position[c] - p),
                                mesh.normal[a] + mesh.normal[b] + mesh.normal[c]);
    with += side > 0.0f ? 1 : 0;
    against += side < 0.0f ? 1 : 0;
  }
  return with > against;
}

Winding winding_of(const Model& model, const PosedScene& posed, std::size_t m) {
  // From bind space, where the importer has turned back the corners of what came by a mirror.
  const bool outside = mirrors(model.to_display);
  std::size_t turned = 0, counted = 0;
  if (m < posed.palette.size()) {
    for (const mat4& t : posed.palette[m]) {
      const float size = glm::determinant(mat3(t));
      turned += size < 0.0f ? 1 : 0;
      counted += size != 0.0f ? 1 : 0;
    }
  }
  if (turned != 0 && turned != counted) return Winding::Mixed;
  return (turned != 0) != outside ? Winding::Mirrored : Winding::AsStored;
}

}  // namespace bindpose
