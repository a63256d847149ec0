// A rig that is small enough to count by hand, and the maps of it.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <vector>

#include "view/rigs.h"
#include "view/surface_map.h"

namespace bindpose::maps {

// root - spine - arm.L, hand.L; five vertices with 0 to 3 influences and sums that are off.
inline std::shared_ptr<Model> counted_model() {
  auto model = rigs::model({{"root", -1, rigs::move(0, 0, 0)},
                            {"spine", 0, rigs::move(0, 1, 0)},
                            {"arm.L", 1, rigs::move(1, 0, 0)},
                            {"hand.L", 2, rigs::move(1, 0, 0)}});
  Mesh mesh;
  mesh.name = "body";
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.skin.joint = {0, 1, 2, 3};
  const mat4 bind[] = {rigs::move(0, 0, 0), rigs::move(0, 1, 0), rigs::move(1, 1, 0),
                       rigs::move(2, 1, 0)};
  for (const mat4& b : bind) {
    mesh.file_binding.skin.bind.push_back(b);
    mesh.file_binding.skin.inverse_bind.push_back(glm::inverse(b));
  }
  const std::vector<std::vector<WeightEntry>> rows = {
      {{0, 1.0f}},                           // all root
      {{1, 0.25f}, {2, 0.75f}},              // mostly arm.L
      {{1, 0.45f}, {2, 0.35f}, {3, 0.70f}},  // sum 1.5
      {},                                    // none
      {{3, 0.8f}}};                          // sum 0.8
  mesh.file_binding.influences = pack_influences(rows, 4).influences;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    mesh.position.push_back(vec3(static_cast<float>(i), 1.0f, 0.0f));
    mesh.normal.push_back(vec3(0, 1, 0));
  }
  mesh.triangle = {0, 1, 2, 2, 3, 4};
  model->meshes.push_back(mesh);
  model->meshes.push_back(mesh);
  model->meshes[1].name = "second";
  return model;
}

class Maps : public ::testing::Test {
 protected:
  void SetUp() override {
    scene = make_scene(counted_model());
    build_bones(scene, evaluate(scene), bones);
  }
  SurfaceMap map(Show show) {
    scene.view.show = show;
    return surface_map(scene, evaluate(scene), bones, scene.view.show);
  }
  void expect_values(const SurfaceMap& m, std::initializer_list<float> wanted) {
    ASSERT_EQ(m.mesh.size(), 2u);
    const std::vector<float> w(wanted);
    ASSERT_EQ(m.mesh[0].value.size(), w.size());
    for (std::size_t i = 0; i < w.size(); ++i) EXPECT_NEAR(m.mesh[0].value[i], w[i], 1e-6f) << i;
  }
  Scene scene;
  BoneSet bones;
};

}  // namespace bindpose::maps
