#include "render/surface_level.h"

#include <utility>

namespace bindpose {

SurfaceLevel::SurfaceLevel(std::span<const Mesh> meshes, int point_stride,
                           std::vector<CoarseMesh> parts)
    : parts_(std::move(parts)) {
  for (const Mesh& mesh : meshes) buffers_.push_back(make_mesh_buffers(mesh, point_stride));
  morphs_.reset(buffers_.size());
}

SurfaceLevel::Pose SurfaceLevel::pose_of(Deformer method, const ViewSettings& view,
                                         const PosedScene& posed,
                                         std::span<const DeformerData> data) {
  const bool mixes = info_of(method).needs == DeformerNeeds::Mix;
  Pose out{posed.revision, view.weights, view.normals, mixes ? view.mix : 0.0f, {}, {}};
  if (data.empty()) return out;
  out.centers = data.front().keep_center;
  out.surface = data.front().surface;
  return out;
}

std::size_t SurfaceLevel::skin(std::span<const BoundMesh> meshes, Deformer method, const Pose& pose,
                               const ViewSettings& view, const PosedScene& posed,
                               std::span<const DeformerData> data, const GlInfo& gl,
                               Skinners& skinners) {
  for (std::size_t m = 0; m < buffers_.size(); ++m) {
    // No shader knows the triangles around a vertex.
    if (skinners.by_cpu || view.normals == NormalUse::Exact || !runs_on_gpu(method)) {
      skinners.cpu.skin(buffers_[m], meshes[m], method, posed, m, view, data[m]);
    } else {
      skin_by_shader(meshes, m, method, view, posed, data[m], gl, skinners.shader);
    }
  }
  skinned_[static_cast<std::size_t>(method)] = pose;
  return buffers_.size();
}

void SurfaceLevel::skin_by_shader(std::span<const BoundMesh> meshes, std::size_t m, Deformer method,
                                  const ViewSettings& view, const PosedScene& posed,
                                  const DeformerData& data, const GlInfo& gl, Skinner& skinner) {
  make_bind_points(meshes, m, posed, gl);
  skinner.skin(buffers_[m], method, meshes[m].skin, posed.palette[m], posed.node_matrix[m],
               view.weights, view.normals, data);
  skinned_[static_cast<std::size_t>(method)].reset();
}

void SurfaceLevel::make_bind_points(std::span<const BoundMesh> meshes, std::size_t m,
                                    const PosedScene& posed, const GlInfo& gl) {
  if (make_skin_input(buffers_[m], meshes[m], gl)) morphs_.forget(m);
  morphs_.update(meshes[m].mesh, m, posed.morph, buffers_[m]);
}

void SurfaceLevel::show(Deformer method) {
  for (MeshBuffers& mesh : buffers_) show_posed(mesh, method);
}

}  // namespace bindpose
