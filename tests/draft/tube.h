// A closed tube along y as one rigid mesh on a node, as an OBJ has it, for drafts of skeletons.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>

#include "scene/scene.h"

namespace bindpose::tests {

// Radius 0.5 from y = 0 to `height` around (centre, y, 0), sides in `around` parts.
inline std::shared_ptr<Model> tube_model(float height = 4.0f, float centre = 0.0f,
                                         int around = 16) {
  auto model = std::make_shared<Model>();
  model->name = "tube.obj";
  model->format = "OBJ";
  model->skeleton = build_skeleton(std::vector<RawJoint>{{"tube.obj"}, {"tube", 0}}).skeleton;
  Mesh mesh;
  mesh.name = "tube";
  mesh.node = 1;
  constexpr int kRows = 9;
  const auto add = [&](const vec3& p, const vec3& n) {
    mesh.position.push_back(p);
    mesh.normal.push_back(n);
  };
  for (int r = 0; r < kRows; ++r) {
    for (int k = 0; k < around; ++k) {
      const float a = 2.0f * std::numbers::pi_v<float> * float(k) / float(around);
      const vec3 out(std::cos(a), 0.0f, std::sin(a));
      add(vec3(centre, height * float(r) / float(kRows - 1), 0.0f) + 0.5f * out, out);
    }
  }
  const auto at = [&](int r, int k) { return static_cast<std::uint32_t>(r * around + k % around); };
  const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (const auto v : {a, b, c}) mesh.triangle.push_back(v);
  };
  for (int r = 0; r + 1 < kRows; ++r) {
    for (int k = 0; k < around; ++k) {
      face(at(r, k), at(r + 1, k), at(r + 1, k + 1));
      face(at(r, k), at(r + 1, k + 1), at(r, k + 1));
    }
  }
  for (const int r : {0, kRows - 1}) {
    const auto middle = static_cast<std::uint32_t>(mesh.position.size());
    add(vec3(centre, r == 0 ? 0.0f : height, 0.0f), vec3(0, r == 0 ? -1 : 1, 0));
    for (int k = 0; k < around; ++k) face(middle, at(r, k), at(r, k + 1));
  }
  auto& [influences, skin] = mesh.file_binding;
  influences.offset.assign(mesh.position.size() + 1, 0);
  influences.raw_weight_sum.assign(mesh.position.size(), 0.0f);
  skin.skinned = false;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

}  // namespace bindpose::tests
