// An arm of two bones with one vertex that both pull on, by numbers that can be reckoned by hand.
#pragma once

#include <memory>
#include <vector>

#include "math/transform.h"
#include "rig/weights/weight_rows.h"
#include "scene/scene.h"
#include "view/rigs.h"

namespace bindpose::walk_rig {

using rigs::move;
using rigs::turn;

inline const mat4 kUpperLocal = move(0, 1, 0) * turn(90, {0, 0, 1});
inline const mat4 kLowerLocal = move(0.5f, 0, 0.25f);
inline const vec3 kVertex{-0.25f, 1.75f, 0.5f};

// root - upper - lower, and tail beside upper. Vertex 0: 0.75 lower, 0.25 upper; vertex 1: lower
// alone; vertex 2: none; vertex 3: lower 0.5, upper 0.3, tail 0.2.
inline std::shared_ptr<Model> arm() {
  auto model = rigs::model({{"root", kNoParent, move(0, 0.5f, 0)},
                            {"upper", 0, kUpperLocal},
                            {"lower", 1, kLowerLocal},
                            {"tail", 0, move(0, 0, -1)}});
  Mesh mesh;
  mesh.name = "arm";
  std::vector<mat4> world;
  for (std::size_t j = 0; j < 4; ++j) {
    const int p = model->skeleton.parent[j];
    const mat4& local = model->skeleton.rest_local[j];
    world.push_back(p < 0 ? local : world[static_cast<std::size_t>(p)] * local);
    mesh.file_binding.skin.joint.push_back(static_cast<int>(j));
    mesh.file_binding.skin.bind.push_back(world[j]);
    mesh.file_binding.skin.inverse_bind.push_back(glm::inverse(world[j]));
  }
  mesh.file_binding.skin.skinned = true;
  mesh.position = {kVertex, kVertex, kVertex, kVertex};
  mesh.normal.assign(4, {0, 0, 1});
  mesh.triangle = {0, 1, 2, 1, 2, 3};
  mesh.file_binding.influences =
      pack_influences(
          {{{2, 0.75f}, {1, 0.25f}}, {{2, 1.0f}}, {}, {{2, 0.5f}, {1, 0.3f}, {3, 0.2f}}}, 4)
          .influences;
  model->meshes.push_back(std::move(mesh));
  return model;
}

// With both bones turned by hand.
inline Scene posed_arm(WalkOf walker, std::uint32_t vertex = 0) {
  Scene scene = make_scene(arm());
  scene.pose.user_local[1] = turn(30, {0, 1, 0});
  scene.pose.user_local[2] = turn(-70, {0, 0, 1});
  scene.selection.pinned_vertex = {0, vertex};
  scene.view.walker = walker;
  return scene;
}

}  // namespace bindpose::walk_rig
