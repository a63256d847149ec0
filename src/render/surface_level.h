// The meshes of a model on the GPU at one level of detail (all of each, a coarse copy, or some
// vertices alone), and what their buffers hold now.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "render/cpu_skinner.h"
#include "render/map_upload.h"
#include "render/mesh_buffers.h"
#include "render/morph_upload.h"
#include "render/skinner.h"
#include "scene/scene.h"

namespace bindpose {

// What moves vertices: the shaders on a graphics card, the kernels of rig/ where the processor
// would have to run the shaders.
struct Skinners {
  Skinner shader;
  CpuSkinner cpu;
  bool by_cpu;
};

class SurfaceLevel {
 public:
  SurfaceLevel() = default;
  // Uploads them. `point_stride`: of the vertices that stand for the surface in its shadow.
  // `parts`: which vertices of the model's meshes these have; empty: all of each.
  SurfaceLevel(std::span<const Mesh> meshes, int point_stride, std::vector<CoarseMesh> parts = {});

  bool empty() const { return buffers_.empty(); }
  std::vector<MeshBuffers>& buffers() { return buffers_; }
  std::span<const CoarseMesh> parts() const { return parts_; }

  // What the posed vertices of a deformer follow from.
  struct Pose {
    std::uint64_t revision;
    WeightUse use;
    NormalUse normals;
    float mix;                                     // where the deformer needs it
    std::shared_ptr<const void> centers, surface;  // likewise: whose
    bool operator==(const Pose&) const = default;
  };
  // That of `data`, what the deformer needs of each of the model's meshes.
  static Pose pose_of(Deformer method, const ViewSettings& view, const PosedScene& posed,
                      std::span<const DeformerData> data);
  bool holds(Deformer method, const Pose& pose) const { return this->pose(method) == pose; }
  // Makes the deformer's posed vertices those of the pose, whatever they were. `meshes`: those that
  // were uploaded, as they are bound now; `data`: what the deformer needs of each. Returns how many
  // were skinned.
  std::size_t skin(std::span<const BoundMesh> meshes, Deformer method, const Pose& pose,
                   const ViewSettings& view, const PosedScene& posed,
                   std::span<const DeformerData> data, const GlInfo& gl, Skinners& skinners);
  // One mesh, by the shader; skin() does its work again after that.
  void skin_by_shader(std::span<const BoundMesh> meshes, std::size_t m, Deformer method,
                      const ViewSettings& view, const PosedScene& posed, const DeformerData& data,
                      const GlInfo& gl, Skinner& skinner);
  std::optional<Pose> pose(Deformer method) const {
    return skinned_[static_cast<std::size_t>(method)];
  }
  // skin() does its work again.
  void forget_pose() { skinned_ = {}; }
  // The bind points of mesh m on the GPU, morphed as the pose asks for: skin.vert and ghosts read
  // them.
  void make_bind_points(std::span<const BoundMesh> meshes, std::size_t m, const PosedScene& posed,
                        const GlInfo& gl);

  // From now on the meshes draw that deformer's vertices, which skin() made.
  void show(Deformer method);
  void show(const SurfaceMap& map, MapPlace where, Deformer method) {
    maps_.show(map, where, method, buffers_, parts_);
  }

 private:
  std::vector<MeshBuffers> buffers_;
  std::vector<CoarseMesh> parts_;
  MorphUpload morphs_;
  MapUpload maps_;
  std::array<std::optional<Pose>, std::size(kDeformers)> skinned_;
};

}  // namespace bindpose
