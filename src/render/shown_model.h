// A model on the GPU, and what its buffers hold now: each deformer's posed vertices, morphs, maps,
// dots.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "render/gpu/textures.h"
#include "render/map_upload.h"
#include "render/mesh_buffers.h"
#include "render/morph_upload.h"
#include "render/skinner.h"
#include "scene/scene.h"

namespace bindpose {

class ShownModel {
 public:
  ShownModel(const std::filesystem::path& shader_dir, const GlInfo& gl)
      : gl_(gl), skinner_(shader_dir, gl) {}

  // As Renderer::set_model() says. Where the driver refuses the model, it throws, and all is as
  // before.
  void set(std::shared_ptr<const Model> model, std::uint64_t weights);

  // Brings weights that were edited since to the GPU. Nothing for a scene of another file.
  void follow_weights(const Scene& scene);
  bool shows(const Scene& scene) const { return model_ && scene.model == model_; }

  // Makes the deformer's posed vertices those of the pose; nothing where they are already.
  void skin(Deformer method, const ViewSettings& view, const PosedScene& posed);
  // One mesh, whatever it holds; skin() does its work again after that.
  void skin_again(std::size_t mesh, Deformer method, const ViewSettings& view,
                  const PosedScene& posed);
  std::size_t skin_count() const { return skin_count_; }  // meshes skinned so far
  // skin() does its work again, by that kind of palette; nothing: by size.
  void prefer(std::optional<PaletteKind> kind);

  // From now on the meshes draw that deformer's vertices, which skin() made.
  void show(Deformer method);
  void show(const SurfaceMap& map, MapPlace where, Deformer method) {
    maps_.show(map, where, method, meshes_);
  }
  void set_hidden(const Scene& scene);
  void set_dots(const Scene& scene);

  // What the picture of the surface by that deformer follows from; no two surfaces share one.
  struct Surface {
    Deformer method;
    std::uint64_t pose;  // its revision
    WeightUse use;
    NormalUse normals;
    std::uint64_t change;  // of model, weights and hidden meshes
    bool operator==(const Surface&) const = default;
  };
  std::optional<Surface> surface(Deformer method) const;  // nothing: not skinned yet

  const Model* model() const { return model_.get(); }
  std::vector<MeshBuffers>& meshes() { return meshes_; }
  const std::vector<GlTexture>& textures() const { return textures_; }
  const Box& rest() const { return rest_; }  // of the surface as it came, display space

 private:
  const GlInfo& gl_;
  Skinner skinner_;
  std::shared_ptr<const Model> model_;
  const Model* loaded_ =
      nullptr;  // Scene::loaded of the scenes that showed it: to compare, not to read
  std::vector<MeshBuffers> meshes_;
  MorphUpload morphs_;
  MapUpload maps_;
  std::vector<GlTexture> textures_;
  Box rest_;
  std::array<std::optional<Surface>, std::size(kDeformers)> skinned_;
  std::size_t skin_count_ = 0;
  std::uint64_t change_ = 0, weights_ = 0;                       // weights_: WeightLog::revision
  std::optional<std::pair<VertexGroup, std::uint64_t>> dotted_;  // and the weights' revision
};

}  // namespace bindpose
