#include "render/shown_model.h"

#include <algorithm>
#include <cmath>

#include "render/material/clay.h"
#include "render/passes/ground.h"
#include "rig/deform/delta_mush.h"
#include "rig/subset.h"
#include "scene/deform/shaped_mesh.h"
#include "scene/engine/engine_view.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

// The parts of the model's meshes, each as a mesh of its own.
std::vector<Mesh> subsets(const Model& model, std::span<const CoarseMesh> parts) {
  std::vector<Mesh> out;
  for (std::size_t m = 0; m < parts.size(); ++m)
    out.push_back(subset(model.meshes[m], parts[m].vertex, parts[m].triangle));
  return out;
}

std::size_t vertex_count(std::span<const Mesh> meshes) {
  std::size_t count = 0;
  for (const Mesh& mesh : meshes) count += mesh.position.size();
  return count;
}

}  // namespace

std::vector<BoundMesh> ShownModel::Parts::bound() const {
  std::vector<BoundMesh> out;
  for (std::size_t m = 0; m < mesh.size(); ++m) out.push_back(bindpose::bound(mesh[m], binding[m]));
  return out;
}

void ShownModel::Parts::set_centers(std::vector<DeformerData>& data,
                                    std::span<const CoarseMesh> parts) {
  const std::shared_ptr<const void> wanted = data.empty() ? nullptr : data.front().keep_center;
  if (!wanted) return;
  if (wanted != center_of || center.size() != parts.size()) {
    center.assign(parts.size(), nullptr);
    for (std::size_t m = 0; m < parts.size(); ++m) {
      auto own = std::make_shared<std::vector<vec4>>();
      for (const std::uint32_t v : parts[m].vertex) own->push_back(data[m].center[v]);
      center[m] = std::move(own);
    }
    center_of = wanted;
  }
  for (std::size_t m = 0; m < parts.size(); ++m) {
    data[m].center = *center[m];
    data[m].keep_center = center[m];
  }
}

// A step on a coarse surface reaches as far as many on the whole one: what k steps by lambda do
// grows with k lambda times the square of an edge, and that with the area of a triangle.
void ShownModel::Parts::set_surface(DeformerData& data, std::size_t m) {
  surface.resize(mesh.size());
  surface_of.resize(mesh.size());
  if (!surface[m] || surface_of[m] != data.surface) {
    const auto graph =
        surface[m]
            ? surface[m]->graph
            : std::make_shared<const MushGraph>(mush_graph(mesh[m].position, mesh[m].triangle));
    const MushSmoothing whole = data.surface->smoothing;
    const float points = static_cast<float>(std::max<std::size_t>(data.surface->graph->size(), 1));
    const float steps =
        static_cast<float>(whole.steps) * static_cast<float>(graph->size()) / points;
    MushSmoothing own{static_cast<int>(std::ceil(steps)), whole.lambda};
    if (own.steps > 0) own.lambda *= steps / static_cast<float>(own.steps);
    surface[m] = std::make_shared<const MushSurface>(mush_surface(graph, own, mesh[m].position));
    surface_of[m] = data.surface;
  }
  data.surface = surface[m];
}

std::vector<DeformerData> ShownModel::Parts::data(std::vector<DeformerData> whole,
                                                  std::span<const CoarseMesh> parts) {
  set_centers(whole, parts);
  for (std::size_t m = 0; m < parts.size(); ++m) {
    if (whole[m].surface) set_surface(whole[m], m);
  }
  return whole;
}

void ShownModel::set(std::shared_ptr<const Model> next) {
  // Everything new is made before anything old goes.
  SurfaceLevel new_level;
  ModelTextures new_textures;
  Box new_rest;
  if (next) {
    const int stride = shadow_point_stride(triangle_count(*next), bindpose::vertex_count(*next));
    new_level = SurfaceLevel(next->meshes, stride);
    if (!skinners_.by_cpu) {
      for (std::size_t m = 0; m < next->meshes.size(); ++m)
        make_skin_input(new_level.buffers()[m], bound_as_in_file(next->meshes[m]), gl_);
    }
    new_textures = make_textures(*next, gl_);
    const Scene scene = make_scene(next);
    new_rest = transformed(posed_bounds(scene, evaluate(scene)), next->to_display);
  }
  full_ = std::move(new_level);
  textures_ = std::move(new_textures);
  rest_ = new_rest;
  clay_size_ = 0.0f;
  model_ = std::move(next);
  coarse_ = SurfaceLevel();
  dots_ = SurfaceLevel();
  coarse_parts_ = {};
  dot_parts_ = {};
  uses_coarse_ = false;
  dotted_.reset();
  weights_ = 0;
  engine_key_.reset();
  engine_.clear();
  ++change_;
}

void ShownModel::set_coarse(CoarseModel coarse) {
  coarse_ = SurfaceLevel();
  coarse_parts_ = {};
  uses_coarse_ = false;
  ++copy_;
  if (!model_ || coarse.mesh.size() != model_->meshes.size()) return;
  coarse_parts_.mesh = subsets(*model_, coarse.mesh);
  const int stride = shadow_point_stride(triangle_count(coarse), vertex_count(coarse_parts_.mesh));
  coarse_ = SurfaceLevel(coarse_parts_.mesh, stride, std::move(coarse.mesh));
}

std::vector<std::span<const std::uint32_t>> ShownModel::triangles() const {
  std::vector<std::span<const std::uint32_t>> out;
  for (const Mesh& mesh : uses_coarse_ ? coarse_parts_.mesh : model_->meshes)
    out.emplace_back(mesh.triangle);
  return out;
}

// Whether they are others now.
bool ShownModel::follow_engine(const Scene& scene) {
  std::optional<std::pair<EngineWeights, std::uint64_t>> wanted;
  if (scene.view.engine) wanted = {engine_of(scene.view), scene.weights.revision};
  if (wanted == engine_key_) return false;
  engine_key_ = wanted;
  engine_.clear();
  for (std::size_t m = 0; wanted && m < scene.model->meshes.size(); ++m)
    engine_.push_back(engine_influences_of(scene, m));
  return true;
}

BoundMesh ShownModel::drawn_mesh(const Scene& scene, std::size_t mesh) const {
  const BoundMesh own = bound_mesh(scene, mesh);
  return engine_.empty() ? own : BoundMesh{own.mesh, engine_[mesh], own.skin};
}

ViewSettings ShownModel::drawn_view(const Scene& scene) const {
  ViewSettings view = scene.view;
  if (!engine_.empty()) view.weights = engine_use(view);
  return view;
}

std::vector<BoundMesh> ShownModel::drawn_meshes(const Scene& scene) const {
  std::vector<BoundMesh> out;
  for (std::size_t m = 0; m < model_->meshes.size(); ++m) out.push_back(drawn_mesh(scene, m));
  return out;
}

std::vector<BoundMesh> ShownModel::level_meshes(const Scene& scene) const {
  return uses_coarse_ ? coarse_parts_.bound() : drawn_meshes(scene);
}

// Those of one mesh, or of all (-1).
void ShownModel::renew_coarse_weights(const Scene& scene, int mesh) {
  auto& meshes = coarse_parts_.mesh;
  auto& bindings = coarse_parts_.binding;
  bindings.resize(meshes.size());
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (mesh >= 0 && static_cast<std::size_t>(mesh) != m) continue;
    bindings[m] = subset(drawn_mesh(scene, m), coarse_.parts()[m].vertex);
    set_influences(coarse_.buffers()[m], bound(meshes[m], bindings[m]), gl_);
  }
}

void ShownModel::follow_weights(const Scene& scene) {
  if (!shows(scene)) return;
  const bool engine = follow_engine(scene);
  if (engine) dotted_.reset();
  if (coarse_parts_.binding.empty()) renew_coarse_weights(scene, -1);
  if (!engine && scene.weights.revision == weights_) return;
  // An engine's weights are all made anew.
  const auto entries = engine ? std::optional<std::span<const WeightLog::Entry>>()
                              : entries_since(scene.weights, weights_);
  std::vector<MeshBuffers>& buffers = full_.buffers();
  const auto renew = [&](std::size_t m) { set_influences(buffers[m], drawn_mesh(scene, m), gl_); };
  if (!entries) {
    for (std::size_t m = 0; m < buffers.size(); ++m) renew(m);
    renew_coarse_weights(scene, -1);
  } else {
    for (const WeightLog::Entry& e : *entries) {
      const auto m = static_cast<std::size_t>(e.mesh);
      if (e.vertex < 0) {
        renew(m);
      } else {
        set_vertex_influences(buffers[m], bound_mesh(scene, m),
                              static_cast<std::uint32_t>(e.vertex), gl_);
      }
      renew_coarse_weights(scene, e.mesh);
    }
  }
  weights_ = scene.weights.revision;
  full_.forget_pose();
  coarse_.forget_pose();
  ++change_;
}

void ShownModel::skin(Deformer method, const Scene& scene, const PosedScene& posed) {
  const ViewSettings view = drawn_view(scene);
  std::vector<DeformerData> data;
  for (std::size_t m = 0; m < model_->meshes.size(); ++m)
    data.push_back(deformer_data(scene, m, {method}));
  const SurfaceLevel::Pose wanted = SurfaceLevel::pose_of(method, view, posed, data);
  if (!level().holds(method, wanted)) {
    const auto of_level = uses_coarse_ ? coarse_parts_.data(data, coarse_.parts()) : data;
    skin_count_ +=
        level().skin(level_meshes(scene), method, wanted, view, posed, of_level, gl_, skinners_);
  }
  if (!dots_.empty() && !dots_.holds(method, wanted))
    skin_dots(method, wanted, view, scene, posed, std::move(data));
}

// Vertices without triangles: where they go as a part of the whole surface.
void ShownModel::skin_dots(Deformer method, const SurfaceLevel::Pose& pose,
                           const ViewSettings& view, const Scene& scene, const PosedScene& posed,
                           std::vector<DeformerData> data) {
  std::vector<std::vector<VertexMove>> moves(data.size());
  for (std::size_t m = 0; m < data.size(); ++m) {
    if (!data[m].surface) continue;
    const ShapedMesh whole(scene, posed, m, method, ShapedMesh::IfAround);
    moves[m] = mush_moves(with_weights(whole.input, drawn_mesh(scene, m).influences),
                          dots_.parts()[m].vertex);
    data[m].move = moves[m];
    data[m].surface = nullptr;
  }
  const auto of_dots = dot_parts_.data(std::move(data), dots_.parts());
  dots_.skin(dot_parts_.bound(), method, pose, view, posed, of_dots, gl_, skinners_);
}

MeshBuffers& ShownModel::skin_by_shader(std::size_t m, Deformer method, const Scene& scene,
                                        const PosedScene& posed) {
  ++skin_count_;
  const DeformerData data = deformer_data(scene, m, {method});
  if (runs_on_gpu(method)) {
    full_.skin_by_shader(drawn_meshes(scene), m, method, drawn_view(scene), posed, data, gl_,
                         skinners_.shader);
  } else {
    skinners_.cpu.skin(full_.buffers()[m], drawn_mesh(scene, m), method, posed, m,
                       drawn_view(scene), data);
    full_.forget_pose();
  }
  return full_.buffers()[m];
}

void ShownModel::prefer(std::optional<PaletteKind> kind) {
  skinners_.shader.prefer(kind);
  full_.forget_pose();
  coarse_.forget_pose();
}

void ShownModel::force_shader(bool force) {
  skinners_.by_cpu = gl_.software && !force;
  full_.forget_pose();
  coarse_.forget_pose();
}

void ShownModel::make_bind_points(const Scene& scene, const PosedScene& posed) {
  const std::vector<BoundMesh> meshes = level_meshes(scene);
  for (std::size_t m = 0; m < meshes.size(); ++m) level().make_bind_points(meshes, m, posed, gl_);
}

void ShownModel::show(Deformer method) {
  level().show(method);
  dots_.show(method);
}

void ShownModel::set_hidden(const Scene& scene) {
  for (std::size_t m = 0; m < full_.buffers().size(); ++m) {
    const bool hidden = is_hidden(scene, m);
    if (full_.buffers()[m].hidden != hidden) ++change_;
    for (SurfaceLevel* level : {&full_, &coarse_, &dots_}) {
      if (!level->empty()) level->buffers()[m].hidden = hidden;
    }
  }
}

void ShownModel::set_dots(const Scene& scene) {
  const std::pair wanted{scene.selection.vertices, scene.weights.revision};
  if (dotted_ == wanted) return;
  dotted_ = wanted;
  std::vector<CoarseMesh> parts;
  if (wanted.first.kind != VertexGroup::None) {
    for (auto& list : vertices_of(scene, wanted.first)) parts.push_back({std::move(list), {}});
  }
  dot_parts_.mesh = subsets(*model_, parts);
  dot_parts_.binding.clear();
  for (std::size_t m = 0; m < parts.size(); ++m)
    dot_parts_.binding.push_back(subset(drawn_mesh(scene, m), parts[m].vertex));
  dot_parts_.center.clear();
  dots_ = SurfaceLevel(dot_parts_.mesh, 1, std::move(parts));
}

void ShownModel::make_clay(bool textures) {
  // Of more it would hold up the window, which this runs in.
  constexpr std::size_t kMostVertices = 200'000;
  if (vertex_count(*model_) > kMostVertices) return;
  const std::vector<Mesh>& meshes = uses_coarse_ ? coarse_parts_.mesh : model_->meshes;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    MeshBuffers& buffers = level().buffers()[m];
    if (buffers.has_clay || buffers.has_color || buffers.hidden) continue;
    if (!is_clay(*model_, m, textures)) continue;
    if (clay_size_ <= 0.0f) clay_size_ = bind_size(*model_);
    set_clay(buffers, clay_colors(meshes[m], clay_size_));
  }
}

std::optional<ShownModel::Surface> ShownModel::surface(Deformer method) const {
  const std::optional<SurfaceLevel::Pose> pose = level().pose(method);
  if (!pose) return std::nullopt;
  return Surface{method, *pose, change_, uses_coarse_ ? copy_ : 0};
}

}  // namespace bindpose
