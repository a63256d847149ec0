// A model of two joints and a square.
#pragma once

#include <memory>
#include <vector>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/model.h"

namespace bindpose::tests {

// Two joints on top of each other and a square of four points, half of each: 0 at (0,0,0), 1 at
// (0,2,0). A socket, which no skin names, hangs on 1.
inline std::shared_ptr<Model> two_bones() {
  auto model = std::make_shared<Model>();
  model->name = "arm.glb";
  const auto at = [](const vec3& p) {
    mat4 m(1.0f);
    m[3] = vec4(p, 1.0f);
    return m;
  };
  model->skeleton = build_skeleton(std::vector<RawJoint>{{"upper", kNoParent, mat4(1.0f), true},
                                                         {"lower", 0, at({0, 2, 0}), true},
                                                         {"socket", 1, at({0, 1, 0}), false}})
                        .skeleton;
  Mesh mesh;
  mesh.name = "arm";
  mesh.node = 0;
  mesh.position = {{0, 1, 0}, {1, 3, 0}, {0, 3, 0}, {1, 1, 0}};
  mesh.normal.assign(4, vec3(0, 0, 1));
  mesh.triangle = {0, 1, 2, 0, 3, 1};
  mesh.file_binding.influences =
      pack_influences({{{0, 1.0f}}, {{1, 1.0f}}, {{0, 0.5f}, {1, 0.5f}}, {{0, 1.0f}}}, 2)
          .influences;
  Skin& skin = mesh.file_binding.skin;
  skin.skinned = true;
  skin.joint = {0, 1};
  skin.bind = {mat4(1.0f), at({0, 2, 0})};
  for (const mat4& b : skin.bind) skin.inverse_bind.push_back(inverse_affine(b));
  MorphTarget smile;
  smile.vertex = {1};
  smile.position = {vec3(0, 0.5f, 0)};
  mesh.morph.push_back(smile);
  model->morph_channels.push_back({"smile", 0, 0.0f});
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

}  // namespace bindpose::tests
