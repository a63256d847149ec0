#include "scene/engine/engine_view.h"

#include "math/numbers.h"
#include "rig/deformer_distance.h"
#include "rig/morph.h"
#include "scene/deform/deformer_data.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Mesh::file_rank as far as it counts: weights that were edited have no order of the file.
std::span<const std::uint16_t> order_of_file(const Scene& scene, std::size_t mesh) {
  const Mesh& own = scene.model->meshes[mesh];
  const bool as_in_file = &binding_of(scene, mesh) == &own.file_binding;
  return as_in_file ? std::span<const std::uint16_t>(own.file_rank)
                    : std::span<const std::uint16_t>();
}

std::string unknown_order_words(const Scene& scene) {
  bool known = false, unknown = false;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (is_hidden(scene, m) || binding_of(scene, m).influences.slot.empty()) continue;
    (order_of_file(scene, m).empty() ? unknown : known) = true;
  }
  if (!unknown) return "";
  return known ? " (the largest first where the order of the file is not known)"
               : " (the largest first)";
}

}  // namespace

EngineWeights engine_of(const ViewSettings& view) {
  return {view.engine_pick, view.engine_keep, view.engine_format, view.engine_whole};
}

Influences engine_influences_of(const Scene& scene, std::size_t mesh) {
  return engine_influences(binding_of(scene, mesh).influences, order_of_file(scene, mesh),
                           engine_of(scene.view));
}

WeightUse engine_use(const ViewSettings& view) {
  return view.engine_whole ? WeightUse::Normalised : WeightUse::Raw;
}

std::vector<float> engine_cost(const Scene& scene, const PosedScene& posed, std::size_t m) {
  const Mesh& mesh = scene.model->meshes[m];
  SkinningInput in = skinning_input(scene, posed, m, {scene.view.method});
  in.normal = {};
  std::vector<vec3> shaped, right(mesh.position.size()), engines(mesh.position.size());
  if (is_morphed(mesh, posed.morph)) {
    shaped.resize(mesh.position.size());
    morph_points(mesh, posed.morph, shaped, {});
    in.position = shaped;
  }
  const Influences theirs = engine_influences_of(scene, m);
  SkinningInput of_engine = with_weights(in, theirs);
  of_engine.use = engine_use(scene.view);
  const Deformer method = resolved(scene.view.method, bound_mesh(scene, m).skin);
  info_of(method).deform(in, right, {});
  info_of(method).deform(of_engine, engines, {});
  std::vector<float> cost(right.size());
  for (std::size_t i = 0; i < right.size(); ++i) cost[i] = glm::length(right[i] - engines[i]);
  drop_rounding(in, cost);
  return cost;
}

std::string engine_words(const Scene& scene) {
  const ViewSettings& view = scene.view;
  std::string text = "all weights";
  if (view.engine_keep > 0) {
    const bool first = view.engine_pick == EnginePick::First;
    const std::string kind = first ? "first" : "largest", n = std::to_string(view.engine_keep);
    text = view.engine_keep == 1 ? kind + " weight alone"
           : first               ? kind + " " + n + " weights"
                                 : n + " " + kind + " weights";
    if (first) text += unknown_order_words(scene);
  }
  switch (view.engine_format) {
    case WeightFormat::Half:
      text += ", half floats";
      break;
    case WeightFormat::Unorm16:
      text += ", 16 bits";
      break;
    case WeightFormat::Unorm8:
      text += ", 8 bits";
      break;
    case WeightFormat::Float:
      break;
  }
  return text + (view.engine_whole ? "" : ", sums left as they are");
}

std::string engine_pieces(const Scene& scene) {
  const int most = scene.view.engine_joints;
  if (most <= 0) return "";
  std::size_t meshes = 0, split = 0, pieces = 0;
  std::string impossible;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const Mesh& mesh = scene.model->meshes[m];
    const std::size_t made =
        joint_pieces(engine_influences_of(scene, m), mesh.triangle, static_cast<std::size_t>(most));
    if (made == 0 && !mesh.triangle.empty() && impossible.empty())
      impossible = "a triangle of " + mesh.name + " needs more joints than that";
    ++meshes;
    split += made > 1;
    pieces += made;
  }
  const std::string limit = "With " + std::to_string(most) + " joints a mesh ";
  if (!impossible.empty()) return limit + impossible;
  if (split == 0) return limit + "none has to be split";
  return limit + grouped(split) + " of " + grouped(meshes) + (split == 1 ? " falls" : " fall") +
         " into pieces: " + grouped(pieces) + " in all";
}

}  // namespace bindpose
