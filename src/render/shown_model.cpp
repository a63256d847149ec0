#include "render/shown_model.h"

#include "render/passes/ground.h"
#include "scene/weight_problems.h"

namespace bindpose {

void ShownModel::set(std::shared_ptr<const Model> next, std::uint64_t weights) {
  // Everything new is made before anything old goes.
  decltype(meshes_) new_meshes;
  decltype(textures_) new_textures;
  Box new_rest;
  if (next) {
    const int stride = shadow_point_stride(triangle_count(*next), vertex_count(*next));
    for (const Mesh& mesh : next->meshes)
      new_meshes.push_back(make_mesh_buffers(mesh, gl_, stride));
    for (const Image& image : next->images) new_textures.push_back(make_texture(image, gl_));
    const Scene scene = make_scene(next);
    new_rest = transformed(posed_bounds(scene, evaluate(scene)), next->to_display);
  }
  meshes_ = std::move(new_meshes);
  morphs_.reset(meshes_.size());
  textures_ = std::move(new_textures);
  rest_ = new_rest;
  model_ = std::move(next);
  loaded_ = nullptr;
  skinned_ = {};
  maps_.reset();
  dotted_.reset();
  weights_ = weights;
  ++change_;
}

// The scene shows a copy of the model that differs in nothing but weights. From one lesson step to
// the next that may be another copy, or the model as it was loaded.
void ShownModel::follow_weights(const Scene& scene) {
  if (!model_ || !scene.model) return;
  const bool same_file =
      scene.model == model_ || scene.loaded == model_.get() || scene.loaded == loaded_;
  if (!same_file) return;
  model_ = scene.model;
  loaded_ = scene.loaded;
  if (scene.weights.revision == weights_) return;
  const auto entries = entries_since(scene.weights, weights_);
  const auto renew = [this](std::size_t m) { set_influences(meshes_[m], model_->meshes[m], gl_); };
  if (!entries) {
    for (std::size_t m = 0; m < meshes_.size(); ++m) renew(m);
  } else {
    for (const WeightLog::Entry& e : *entries) {
      const auto m = static_cast<std::size_t>(e.mesh);
      if (e.vertex < 0) {
        renew(m);
      } else {
        set_vertex_influences(meshes_[m], model_->meshes[m], static_cast<std::uint32_t>(e.vertex),
                              gl_);
      }
    }
  }
  weights_ = scene.weights.revision;
  skinned_ = {};
  ++change_;
}

void ShownModel::skin(Deformer method, const ViewSettings& view, const PosedScene& posed) {
  std::optional<Surface>& held = skinned_[static_cast<std::size_t>(method)];
  const Surface wanted{method, posed.revision, view.weights, view.normals, 0};
  if (held == wanted) return;
  for (std::size_t m = 0; m < meshes_.size(); ++m) skin_again(m, method, view, posed);
  held = wanted;
}

void ShownModel::skin_again(std::size_t m, Deformer method, const ViewSettings& view,
                            const PosedScene& posed) {
  ++skin_count_;
  morphs_.update(model_->meshes[m], m, posed.morph, meshes_[m]);
  skinner_.skin(meshes_[m], method, model_->meshes[m].skin, posed.palette[m], posed.node_matrix[m],
                view.weights, view.normals);
  skinned_[static_cast<std::size_t>(method)].reset();
}

void ShownModel::prefer(std::optional<PaletteKind> kind) {
  skinner_.prefer(kind);
  skinned_ = {};
}

void ShownModel::show(Deformer method) {
  for (MeshBuffers& mesh : meshes_) show_posed(mesh, method);
}

void ShownModel::set_hidden(const Scene& scene) {
  for (std::size_t m = 0; m < meshes_.size(); ++m) {
    const bool hidden = is_hidden(scene, m);
    if (meshes_[m].hidden != hidden) ++change_;
    meshes_[m].hidden = hidden;
  }
}

void ShownModel::set_dots(const Scene& scene) {
  const std::pair wanted{scene.selection.vertices, scene.weights.revision};
  if (dotted_ == wanted) return;
  const auto lists = vertices_of(*scene.model, wanted.first);
  for (std::size_t m = 0; m < meshes_.size(); ++m) bindpose::set_dots(meshes_[m], lists[m]);
  dotted_ = wanted;
}

std::optional<ShownModel::Surface> ShownModel::surface(Deformer method) const {
  std::optional<Surface> out = skinned_[static_cast<std::size_t>(method)];
  if (out) out->change = change_;
  return out;
}

}  // namespace bindpose
