#include "scene/draft/moved_points.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "math/numbers.h"
#include "rig/deformer.h"
#include "rig/skinning.h"
#include "rig/surface/outside.h"

namespace bindpose {
namespace {

vec3 face_normal(const Mesh& mesh, std::size_t t) {
  const vec3& a = mesh.position[mesh.triangle[t]];
  return glm::cross(mesh.position[mesh.triangle[t + 1]] - a,
                    mesh.position[mesh.triangle[t + 2]] - a);
}

bool is_lost(const vec3& normal) {
  return !(glm::dot(normal, normal) > 0.25f);
}

void find_lost_normals(Mesh& mesh) {
  if (std::ranges::none_of(mesh.normal, is_lost)) return;
  std::vector<vec3> around(mesh.normal.size(), vec3(0.0f));
  for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
    for (std::size_t k = t; k < t + 3; ++k) around[mesh.triangle[k]] += face_normal(mesh, t);
  }
  for (std::size_t i = 0; i < around.size(); ++i) {
    if (!is_lost(mesh.normal[i])) continue;
    const float length = glm::length(around[i]);
    mesh.normal[i] = length > 0.0f ? around[i] / length : vec3(0.0f, 0.0f, 1.0f);
  }
}

class PointMover {
 public:
  PointMover(const Mesh& from, const MeshBinding& binding, const std::vector<mat4>& way,
             const mat4& node)
      : in_(skinning_input(bound(from, binding), way, node, WeightUse::Normalised,
                           NormalUse::InverseTranspose)),
        deform_(info_of(resolved(Deformer::File, from.file_binding.skin)).deform),
        mirrored_(mirrored_vertices(binding.influences, way, node)) {}

  const std::vector<std::uint8_t>& mirrored() const { return mirrored_; }

  void operator()(const std::vector<vec3>& p, const std::vector<vec3>& n, std::vector<vec3>& to,
                  std::vector<vec3>& normal) const {
    SkinningInput in = in_;
    in.position = p;
    in.normal = n;
    to.resize(p.size());
    normal.resize(n.size());
    deform_(in, to, normal);
    turn_outwards(mirrored_, normal);
  }

 private:
  SkinningInput in_;
  DeformFunction deform_;
  std::vector<std::uint8_t> mirrored_;
};

}  // namespace

void move_points(Mesh& mesh, const MeshBinding& binding, const std::vector<mat4>& way,
                 const mat4& node) {
  const Mesh from = mesh;
  const PointMover moved(from, binding, way, node);
  moved(from.position, from.normal, mesh.position, mesh.normal);
  if (!moved.mirrored().empty())
    mesh.triangle = outside_triangles(from, mesh.position, mesh.normal, moved.mirrored());
  find_lost_normals(mesh);
  // Each vertex is moved by an affine map of its own, whatever the deformer, so that a shape moves
  // by the same.
  for (MorphTarget& target : mesh.morph) {
    std::vector<vec3> position = from.position, normal = from.normal, to, turned;
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      position[target.vertex[k]] += target.position[k];
      if (!target.normal.empty()) normal[target.vertex[k]] += target.normal[k];
    }
    std::vector<float> length;
    for (const vec3& n : normal) length.push_back(glm::length(n));
    moved(position, normal, to, turned);
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      const std::uint32_t v = target.vertex[k];
      target.position[k] = to[v] - mesh.position[v];
      if (target.normal.empty()) continue;
      target.normal[k] = is_lost(turned[v]) ? vec3(0.0f) : length[v] * turned[v] - mesh.normal[v];
    }
  }
}

}  // namespace bindpose
