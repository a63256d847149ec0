#include "scene/deform/bound_together.h"

#include <algorithm>

#include "math/bounds.h"
#include "math/transform.h"
#include "rig/deform/rotation_centers.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

// Where joints were as the meshes of a group were bound.
using BoundPlaces = std::vector<std::pair<int, mat4>>;

// `to`: the mesh's way into the shared space, `size`: its own there.
bool fits_together(const BoundPlaces& places, const Skin& skin, const mat4& to, float size) {
  constexpr float kTolerance = 1e-3f;
  for (const auto& [joint, place] : places) {
    const int slot = find_slot(skin, joint);
    if (slot < 0) continue;
    const mat4 own = mul_affine(to, skin.bind[static_cast<std::size_t>(slot)]);
    for (int c = 0; c < 4; ++c) {
      const float most = c < 3 ? glm::length(place[c]) : size;
      if (glm::length(own[c] - place[c]) > kTolerance * most) return false;
    }
  }
  return true;
}

float bound_size(const Mesh& mesh, const mat4& to) {
  Box box;
  for (const vec3& p : mesh.position) box.add(vec3(to * vec4(p, 1.0f)));
  return box.empty() ? 0.0f : box.diagonal();
}

}  // namespace

std::vector<BoundTogether> bound_together(const Scene& scene) {
  std::vector<BoundTogether> out;
  std::vector<BoundPlaces> places;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const BoundMesh bound = bound_mesh(scene, m);
    const mat4 to = to_bind_world(*scene.model, static_cast<int>(m));
    const float size = bound_size(bound.mesh, to);
    const auto at = std::ranges::find_if(
        places, [&](const BoundPlaces& p) { return fits_together(p, bound.skin, to, size); });
    const auto g = static_cast<std::size_t>(at - places.begin());
    if (at == places.end()) {
      places.emplace_back();
      out.emplace_back();
    }
    for (std::size_t s = 0; s < bound.skin.joint.size(); ++s)
      places[g].emplace_back(bound.skin.joint[s], mul_affine(to, bound.skin.bind[s]));
    out[g].mesh.push_back(bound);
    out[g].number.push_back(m);
    out[g].to_shared.push_back(to);
  }
  return out;
}

std::vector<std::vector<vec4>> centers_of_all(const Scene& scene,
                                              const std::function<bool(float)>& go_on) {
  std::vector<std::vector<vec4>> out(scene.model->meshes.size());
  const float all = static_cast<float>(std::max<std::size_t>(vertex_count(*scene.model), 1));
  float done = 0.0f;
  for (const BoundTogether& group : bound_together(scene)) {
    float own = 0.0f;
    for (const BoundMesh& b : group.mesh) own += static_cast<float>(b.mesh.position.size());
    const auto here = [&](float part) { return !go_on || go_on((done + part * own) / all); };
    auto found = rotation_centers(group.mesh, group.to_shared, here);
    if (found.size() != group.mesh.size()) return {};
    for (std::size_t k = 0; k < found.size(); ++k) out[group.number[k]] = std::move(found[k]);
    done += own;
  }
  return out;
}

}  // namespace bindpose
