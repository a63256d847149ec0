#include "render/cpu_skinner.h"

#include <algorithm>
#include <stdexcept>

#include "rig/exact_normals.h"
#include "rig/morph.h"

namespace bindpose {

void CpuSkinner::skin(MeshBuffers& buffers, const BoundMesh& bound, Deformer method,
                      const PosedScene& posed, std::size_t m, const ViewSettings& view,
                      const DeformerData& data) {
  const Mesh& mesh = bound.mesh;
  const std::size_t vertices = mesh.position.size();
  if (vertices == 0) return;
  SkinningInput in = skinning_input(bound, posed.palette[m], posed.node_matrix[m], view.weights,
                                    view.normals, data);
  if (is_morphed(mesh, posed.morph)) {
    position_.resize(vertices);
    normal_.resize(mesh.normal.size());
    morph_points(mesh, posed.morph, position_, normal_);
    in.position = position_;
    in.normal = normal_;
  }
  glBindBuffer(GL_ARRAY_BUFFER, posed_buffer(buffers, method).id());
  const GLintptr normals = posed_normals(buffers);
  // Kernels may read what they wrote.
  void* mapped =
      glMapBufferRange(GL_ARRAY_BUFFER, 0, 2 * normals, GL_MAP_WRITE_BIT | GL_MAP_READ_BIT);
  if (mapped == nullptr) throw std::runtime_error("The graphics driver ran out of memory.");
  const std::span<vec3> position(static_cast<vec3*>(mapped), vertices);
  const std::span<vec3> normal(static_cast<vec3*>(mapped) + normals / GLintptr{sizeof(vec3)},
                               mesh.normal.size());
  const bool exact = view.normals == NormalUse::Exact && !normal.empty();
  info_of(method).deform(in, position, exact ? std::span<vec3>() : normal);
  if (exact) exact_normals(method, in, mesh.triangle, normal);
  // A mesh without normals has none of any length.
  if (normal.empty()) std::fill_n(normal.data(), vertices, vec3(0.0f));
  glUnmapBuffer(GL_ARRAY_BUFFER);
}

}  // namespace bindpose
