// For tests/diff: models made by hand, of one node that carries a mesh without a skin, and two of
// them compared.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/diff/diff_text.h"
#include "math/numbers.h"
#include "scene/diff/scene_diff.h"

namespace bindpose::tests {

struct Compared {
  Compared(std::shared_ptr<const Model> one, std::shared_ptr<const Model> other,
           const DiffOptions& asked = {})
      : a(make_scene(std::move(one))),
        b(make_scene(std::move(other))),
        options(asked),
        diff(compare_scenes(a, b, options)) {}
  DiffReport report() const { return {"a.glb", "b.glb", a, b, diff, options}; }
  std::string text() const { return diff_text(report()); }
  std::vector<std::string> parts() const {
    std::vector<std::string> out;
    for (int p = 0; p < kDiffParts; ++p) {
      if (diff.differs[p]) out.emplace_back(kDiffWord[p]);
    }
    return out;
  }

  Scene a, b;
  DiffOptions options;
  SceneDiff diff;
};

// Places and triangles alone.
inline Mesh plain_mesh(std::vector<vec3> position, std::vector<std::uint32_t> triangle) {
  Mesh mesh;
  mesh.name = "box";
  mesh.position = std::move(position);
  mesh.normal.assign(mesh.position.size(), vec3(0, 0, 1));
  mesh.triangle = std::move(triangle);
  return mesh;
}

// From -1 to 1, its triangles turned outwards.
inline Mesh box_mesh() {
  std::vector<vec3> corner;
  for (int k = 0; k < 8; ++k) corner.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
  return plain_mesh(corner, {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                             2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
}

// `local`: of the node "box"; the mesh's points are in its axes.
inline std::shared_ptr<Model> rigid_model(Mesh mesh, const mat4& local) {
  auto model = std::make_shared<Model>();
  const std::vector<RawJoint> raw = {{"box", kNoParent, local, false}};
  model->skeleton = build_skeleton(raw).skeleton;
  const std::size_t n = mesh.position.size();
  mesh.file_binding.influences.offset.assign(n + 1, 0);
  mesh.file_binding.influences.raw_weight_sum.assign(n, 0.0f);
  mesh.file_binding.skin = {{0}, {mat4(1.0f)}, {mat4(1.0f)}};
  model->meshes = {std::move(mesh)};
  derive_bind_pose(*model);
  return model;
}

// Turns a node about z, from nothing to `angle`, at that place.
inline JointTrack swing(int joint, const vec3& place, float angle, double duration) {
  TrackFactor factor;
  factor.fallback.t = place;
  factor.rotation = {{0.0, duration}, {quat(1, 0, 0, 0), glm::angleAxis(angle, vec3(0, 0, 1))}};
  return {joint, {factor}, {}, {}};
}

}  // namespace bindpose::tests
