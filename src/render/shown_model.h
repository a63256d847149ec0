// A model on the GPU: all of it, its coarse copy for while something moves, and the vertices that
// are dots; with the textures, and what the weights were when they were uploaded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "render/material/model_textures.h"
#include "render/surface_level.h"
#include "scene/scene.h"
#include "view/coarse_mesh.h"

namespace bindpose {

class ShownModel {
 public:
  ShownModel(const std::filesystem::path& shader_dir, const GlInfo& gl)
      : gl_(gl), skinners_{Skinner(shader_dir, gl), {}, gl.software} {}

  // As Renderer::set_model() says. Where the driver refuses the model, it throws, and all is as
  // before.
  void set(std::shared_ptr<const Model> model);
  // What is drawn of it from now on where use_coarse() says so; without meshes: nothing is.
  void set_coarse(CoarseModel coarse);

  bool shows(const Scene& scene) const { return model_ && scene.model == model_; }
  // Brings weights that were edited since to the GPU: before all that follows, of which each call
  // takes the same scene. Nothing for a scene of another model.
  void follow_weights(const Scene& scene);

  // Which level of detail all that follows is about: the coarse one where there is one, or all.
  void use_coarse(bool wanted) { uses_coarse_ = wanted && !coarse_.empty(); }
  bool uses_coarse() const { return uses_coarse_; }

  // Makes the deformer's posed vertices those of the pose; nothing where they are already.
  void skin(Deformer method, const Scene& scene, const PosedScene& posed);
  // One mesh of the whole model by the shader (by the processor where the deformer has none),
  // whatever it holds; skin() does its work again after that.
  MeshBuffers& skin_by_shader(std::size_t mesh, Deformer method, const Scene& scene,
                              const PosedScene& posed);
  std::size_t skin_count() const { return skin_count_; }  // meshes skinned so far
  // skin() does its work again, by that kind of palette; nothing: by size.
  void prefer(std::optional<PaletteKind> kind);
  // skin() uses the shaders even where the processor runs them.
  void force_shader(bool force);
  // The bind points of all meshes on the GPU, as the pose's morphs make them.
  void make_bind_points(const Scene& scene, const PosedScene& posed);

  // From now on the meshes draw that deformer's vertices, which skin() made.
  void show(Deformer method);
  void show(const SurfaceMap& map, MapPlace where, Deformer method) {
    level().show(map, where, method);
  }
  void set_hidden(const Scene& scene);
  // Before skin(): dots are skinned as well.
  void set_dots(const Scene& scene);

  // Colours for the meshes of this level that are shown in clay, where they are not there yet.
  void make_clay(bool textures);

  // What the picture of the surface by that deformer follows from; no two surfaces share one.
  struct Surface {
    Deformer method;
    SurfaceLevel::Pose pose;
    std::uint64_t change;  // of model, weights and hidden meshes
    std::uint64_t copy;    // of which coarse copy; 0: of all of the model
    bool operator==(const Surface&) const = default;
  };
  std::optional<Surface> surface(Deformer method) const;  // nothing: not skinned yet

  const Model* model() const { return model_.get(); }
  const std::vector<MeshBuffers>& meshes() { return level().buffers(); }
  std::vector<std::span<const std::uint32_t>> triangles() const;      // what their indices are
  const std::vector<MeshBuffers>& dots() { return dots_.buffers(); }  // vertices alone
  const ModelTextures& textures() const { return textures_; }
  const Box& rest() const { return rest_; }  // of the surface as it came, display space

 private:
  SurfaceLevel& level() { return uses_coarse_ ? coarse_ : full_; }
  const SurfaceLevel& level() const { return uses_coarse_ ? coarse_ : full_; }
  // Parts of the model's meshes as meshes of their own, with what they have of the weights.
  struct Parts {
    std::vector<Mesh> mesh;
    std::vector<MeshBinding> binding;
    // Their centres of rotation, and of which of the whole meshes' they are; their own surfaces,
    // and of which they stand in for.
    std::vector<std::shared_ptr<const std::vector<vec4>>> center;
    std::shared_ptr<const void> center_of;
    std::vector<std::shared_ptr<const MushSurface>> surface, surface_of;

    std::vector<BoundMesh> bound() const;
    // What the deformer needs of them, of what it needs of the whole meshes.
    std::vector<DeformerData> data(std::vector<DeformerData> whole,
                                   std::span<const CoarseMesh> parts);

   private:
    void set_centers(std::vector<DeformerData>& data, std::span<const CoarseMesh> parts);
    void set_surface(DeformerData& data, std::size_t mesh);
  };
  void skin_dots(Deformer method, const SurfaceLevel::Pose& pose, const ViewSettings& view,
                 const Scene& scene, const PosedScene& posed, std::vector<DeformerData> data);
  bool follow_engine(const Scene& scene);
  // With the engine's weights where the scene's view wants them.
  BoundMesh drawn_mesh(const Scene& scene, std::size_t mesh) const;
  ViewSettings drawn_view(const Scene& scene) const;
  std::vector<BoundMesh> drawn_meshes(const Scene& scene) const;
  std::vector<BoundMesh> level_meshes(const Scene& scene) const;
  void renew_coarse_weights(const Scene& scene, int mesh);

  const GlInfo& gl_;
  Skinners skinners_;
  std::shared_ptr<const Model> model_;
  SurfaceLevel full_, coarse_, dots_;
  Parts coarse_parts_, dot_parts_;
  // Of the engine that is shown, and of which weights they are; nothing: the scene's own are.
  std::optional<std::pair<EngineWeights, std::uint64_t>> engine_key_;
  std::vector<Influences> engine_;  // #M, or empty
  bool uses_coarse_ = false;
  ModelTextures textures_;
  Box rest_;
  float clay_size_ = 0.0f;  // bind_size(); 0: not measured yet
  std::size_t skin_count_ = 0;
  std::uint64_t change_ = 0, copy_ = 0;
  std::uint64_t weights_ = 0;                                    // WeightLog::revision
  std::optional<std::pair<VertexGroup, std::uint64_t>> dotted_;  // and the weights' revision
};

}  // namespace bindpose
