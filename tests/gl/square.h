// A square, a ball and pictures on them: what the tests of materials look at.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/scene.h"

namespace bindpose::test {

// All of it follows joint 0.
inline void bind_to_root(Mesh& mesh) {
  const std::vector<std::vector<WeightEntry>> rows(mesh.position.size(), {{0, 1.0f}});
  mesh.file_binding.influences = pack_influences(rows, 1).influences;
  mesh.file_binding.skin.joint = {0};
  mesh.file_binding.skin.bind = mesh.file_binding.skin.inverse_bind = {mat4(1.0f)};
  mesh.file_binding.skin.skinned = true;
}

// From -1 to 1 at height z, towards +z; uv (0, 0) at the top left, (1, 1) at the bottom right.
inline Mesh square(float z = 0.0f) {
  Mesh mesh;
  mesh.name = "square";
  for (const vec2 uv : {vec2(0, 1), vec2(1, 1), vec2(1, 0), vec2(0, 0)}) {
    mesh.position.emplace_back(2.0f * uv.x - 1.0f, 1.0f - 2.0f * uv.y, z);
    mesh.uv.push_back(uv);
  }
  mesh.normal.assign(4, vec3(0.0f, 0.0f, 1.0f));
  mesh.triangle = {0, 1, 2, 0, 2, 3};
  bind_to_root(mesh);
  return mesh;
}

// Of radius 1.
inline Mesh ball() {
  constexpr std::uint32_t kAround = 96, kDown = 48;
  Mesh mesh;
  mesh.name = "ball";
  for (std::uint32_t d = 0; d <= kDown; ++d)
    for (std::uint32_t a = 0; a <= kAround; ++a) {
      const float down = 3.14159265f * float(d) / kDown, around = 6.2831853f * float(a) / kAround;
      mesh.position.emplace_back(std::sin(down) * std::cos(around), std::cos(down),
                                 -std::sin(down) * std::sin(around));
      mesh.uv.emplace_back(float(a) / kAround, float(d) / kDown);
    }
  mesh.normal = mesh.position;
  for (std::uint32_t d = 0; d < kDown; ++d)
    for (std::uint32_t a = 0; a < kAround; ++a) {
      const std::uint32_t p = d * (kAround + 1) + a, q = p + kAround + 1;
      for (std::uint32_t i : {p, q, p + 1, p + 1, q, q + 1}) mesh.triangle.push_back(i);
    }
  bind_to_root(mesh);
  return mesh;
}

inline Image flat_image(int r, int g, int b, int a = 255, int side = 4) {
  Image image;
  image.width = image.height = side;
  for (int i = 0; i < side * side; ++i)
    for (const int c : {r, g, b, a}) image.pixels.push_back(static_cast<std::uint8_t>(c));
  return image;
}

inline std::shared_ptr<Model> model_of(std::vector<Mesh> meshes, std::vector<Material> materials,
                                       std::vector<Image> images = {}) {
  auto model = std::make_shared<Model>();
  model->name = "square";
  const std::vector<RawJoint> raw{{"root", kNoParent, mat4(1.0f), true}};
  model->skeleton = build_skeleton(raw).skeleton;
  model->meshes = std::move(meshes);
  model->materials = std::move(materials);
  model->images = std::move(images);
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

}  // namespace bindpose::test
