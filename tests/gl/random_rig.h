// Random skinned models, made from nothing but a seed.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/scene.h"

namespace bindpose::test {

struct RigPlan {
  int joints = 30;
  int vertices = 400;
  int max_influences = 4;
  float unweighted = 0.1f;  // part of the vertices without influences
  bool odd_sums = false;    // stored weights that do not add up to 1
  bool mirror_and_stretch = false;
  unsigned seed = 1;
};

inline std::shared_ptr<const Model> random_model(const RigPlan& plan) {
  std::mt19937 random(plan.seed);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f), part(0.0f, 1.0f);
  const auto vector = [&] { return vec3(unit(random), unit(random), unit(random)); };
  const auto rotation = [&] {
    return glm::normalize(quat(unit(random) + 1.5f, unit(random), unit(random), unit(random)));
  };

  auto model = std::make_shared<Model>();
  model->name = "random";
  std::vector<RawJoint> raw;
  for (int j = 0; j < plan.joints; ++j) {
    // Near the root of a bush, so that chains stay short and points stay near the origin.
    const int parent =
        j == 0 ? kNoParent : static_cast<int>(part(random) * static_cast<float>(std::min(j, 6)));
    raw.push_back({"j" + std::to_string(j), parent,
                   to_matrix(Transform{0.2f * vector(), rotation(), vec3(1.0f)}), true});
  }
  model->skeleton = build_skeleton(raw).skeleton;
  const auto joints = static_cast<std::size_t>(plan.joints);

  Mesh mesh;
  mesh.name = "cloud";
  mesh.node = 0;
  std::vector<std::vector<WeightEntry>> rows;
  for (int i = 0; i < plan.vertices; ++i) {
    mesh.position.push_back(vector());
    mesh.normal.push_back(glm::normalize(vector() + vec3(0.0f, 0.0f, 1e-3f)));
    std::vector<WeightEntry> row;
    if (part(random) >= plan.unweighted) {
      const int count =
          1 + static_cast<int>(part(random) * static_cast<float>(plan.max_influences));
      float sum = 0.0f;
      for (int k = 0; k < std::min(count, plan.max_influences); ++k) {
        const int slot = std::min(static_cast<int>(part(random) * static_cast<float>(plan.joints)),
                                  plan.joints - 1);
        row.push_back({slot, 0.05f + part(random)});
        sum += row.back().weight;
      }
      const float wanted = plan.odd_sums ? 0.6f + 0.8f * part(random) : 1.0f;
      for (WeightEntry& entry : row) entry.weight *= wanted / sum;
    }
    rows.push_back(row);
  }
  for (std::uint32_t i = 0; i + 2 < static_cast<std::uint32_t>(plan.vertices); i += 3)
    for (std::uint32_t k = 0; k < 3; ++k) mesh.triangle.push_back(i + k);
  mesh.file_binding.influences = pack_influences(rows, joints).influences;

  std::vector<mat4> bind(joints);
  bind_from_locals(model->skeleton.parent, model->skeleton.rest_local, bind);
  for (int j = 0; j < plan.joints; ++j) {
    mesh.file_binding.skin.joint.push_back(j);
    mesh.file_binding.skin.bind.push_back(bind[static_cast<std::size_t>(j)]);
    mesh.file_binding.skin.inverse_bind.push_back(
        inverse_affine(bind[static_cast<std::size_t>(j)]));
  }
  mesh.file_binding.skin.skinned = true;
  model->meshes.push_back(std::move(mesh));
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

// A scene of that model with a random Ul_j at every joint.
inline Scene random_pose(std::shared_ptr<const Model> model, const RigPlan& plan) {
  std::mt19937 random(plan.seed + 100);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  Scene scene = make_scene(std::move(model));
  for (std::size_t j = 0; j < scene.pose.user_local.size(); ++j) {
    Transform change;
    change.t = 0.1f * vec3(unit(random), unit(random), unit(random));
    change.q = glm::normalize(quat(1.5f, unit(random), unit(random), unit(random)));
    // Leaves only: a chain of stretches would grow without bound.
    if (plan.mirror_and_stretch && j > 6) {
      change.s = vec3(0.6f, 1.0f, 1.4f) + 0.2f * unit(random);
      if (j % 3 == 0) change.s.x = -change.s.x;
    }
    scene.pose.user_local[j] = to_matrix(change);
  }
  return scene;
}

}  // namespace bindpose::test
