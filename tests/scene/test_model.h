// Random and small models for the tests of the document.
#pragma once

#include <algorithm>
#include <random>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/scene.h"

namespace bindpose::tests {

inline vec3 random_vec(std::mt19937& rng, float range) {
  std::uniform_real_distribution<float> d(-range, range);
  return {d(rng), d(rng), d(rng)};
}

inline mat4 random_affine(std::mt19937& rng) {
  Transform x;
  x.t = random_vec(rng, 2.0f);
  x.q = rotation_from_degrees(random_vec(rng, 180.0f));
  x.s = vec3(1.0f) + random_vec(rng, 0.2f);
  return to_matrix(x);
}

// The scene's weights as a file would have them.
inline Model with_edited_weights(const Scene& scene) {
  Model out = *scene.model;
  for (std::size_t m = 0; m < out.meshes.size(); ++m) {
    out.meshes[m].file_binding = binding_of(scene, m);
    out.meshes[m].file_rank.clear();  // of the file's own rows
  }
  out.skeleton.file_flags = joint_flags(scene);
  return out;
}

// A random tree; every second mesh slot list names every third joint. Rest differs from bind.
inline std::shared_ptr<Model> random_model(unsigned seed, int joints, int meshes = 2) {
  std::mt19937 rng(seed);
  std::vector<RawJoint> raw;
  for (int j = 0; j < joints; ++j) {
    const int parent =
        j == 0 ? -1 : std::uniform_int_distribution<int>(std::max(-1, j - 6), j - 1)(rng);
    raw.push_back({"joint" + std::to_string(j), parent, random_affine(rng), true});
  }
  auto model = std::make_shared<Model>();
  model->name = "random.glb";
  model->format = "test";
  model->skeleton = build_skeleton(raw).skeleton;
  std::vector<mat4> bind;
  for (int j = 0; j < joints; ++j) bind.push_back(random_affine(rng));
  for (int m = 0; m < meshes; ++m) {
    Mesh mesh;
    mesh.name = "mesh" + std::to_string(m);
    mesh.node = joints / 2;
    mesh.file_binding.skin.skinned = true;
    for (int j = 0; j < joints; ++j) {
      if (m > 0 && j % 3 == 0) continue;
      mesh.file_binding.skin.joint.push_back(j);
      mesh.file_binding.skin.bind.push_back(bind[static_cast<std::size_t>(j)]);
      mesh.file_binding.skin.inverse_bind.push_back(
          inverse_affine(bind[static_cast<std::size_t>(j)]));
    }
    const int slots = static_cast<int>(mesh.file_binding.skin.joint.size());
    std::vector<std::vector<WeightEntry>> rows;
    for (int v = 0; v < 30; ++v) {
      mesh.position.push_back(random_vec(rng, 3.0f));
      mesh.normal.push_back(glm::normalize(random_vec(rng, 1.0f) + vec3(0.0f, 0.0f, 2.0f)));
      std::uniform_int_distribution<int> slot(0, slots - 1);
      std::uniform_real_distribution<float> weight(0.1f, 1.0f);
      rows.push_back({});
      for (int k = 0; k < v % 5; ++k) rows.back().push_back({slot(rng), weight(rng)});
    }
    mesh.file_binding.influences =
        pack_influences(rows, static_cast<std::size_t>(slots)).influences;
    for (std::uint32_t t = 0; t < 30; ++t) mesh.triangle.push_back(t);
    model->meshes.push_back(std::move(mesh));
  }
  for (int c = 0; c < 2; ++c) {
    Clip clip{"clip" + std::to_string(c), 1.0 + c, {}};
    TrackFactor factor;
    factor.translation.time = {0.0, 1.0 + c};
    factor.translation.value = {vec3(0.0f), vec3(1.0f, 2.0f, 3.0f)};
    clip.tracks.push_back({joints / 2, {factor}});
    model->clips.push_back(std::move(clip));
  }
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

}  // namespace bindpose::tests
