#include "scene/deform/deformer_words.h"

#include <algorithm>

#include "math/ascii.h"

namespace bindpose {
namespace {

constexpr const char* kMixedByVertex = "Linear-dual mix by vertex";

std::string begun_small(std::string text) {
  text[0] = to_lower(text[0]);
  return text;
}

}  // namespace

bool is_mixed_by_vertex(const Mesh& mesh, Deformer method) {
  return mesh.file_binding.skin.skinned &&
         resolved(method, mesh.file_binding.skin) == Deformer::DualQuaternion &&
         std::ranges::any_of(mesh.dq_blend_weight, [](float part) { return part < 1.0f; });
}

std::string deformer_name(const Scene& scene, Deformer method) {
  const DeformerInfo& info = info_of(deformer_of(scene, method));
  const bool mixed = info.method == Deformer::DualQuaternion && scene.model &&
                     std::ranges::any_of(scene.model->meshes, [&](const Mesh& mesh) {
                       return is_mixed_by_vertex(mesh, method);
                     });
  return mixed ? kMixedByVertex : std::string(info.label);
}

std::string deformer_in_sentence(const Scene& scene, Deformer method) {
  return begun_small(deformer_name(scene, method));
}

std::string deformer_in_sentence(const Scene& scene, int mesh, Deformer method) {
  const auto m = static_cast<std::size_t>(mesh);
  const bool mixed = scene.model && m < scene.model->meshes.size() &&
                     is_mixed_by_vertex(scene.model->meshes[m], method);
  return mixed ? begun_small(kMixedByVertex) : in_sentence(deformer_of(scene, mesh, method));
}

}  // namespace bindpose
