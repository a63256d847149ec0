// Lessons on a cube that two joints bend.
#pragma once

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <string>

#include "math/transform.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/model.h"

namespace bindpose::cube_lesson {

inline constexpr const char* kHead = "---\ntitle: A title\nmodel: arm.glb\n---\n";

// A cube of side 2 around the origin whose upper half follows `upper`, the lower one `lower`.
inline std::shared_ptr<const Model> cube_on_two_joints() {
  std::vector<RawJoint> raw{{"lower", kNoParent, mat4(1.0f), true},
                            {"upper arm", 0, glm::translate(mat4(1.0f), vec3(0, 0.5f, 0)), true}};
  auto model = std::make_shared<Model>();
  model->name = "cube";
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh;
  for (int k = 0; k < 8; ++k) {
    mesh.position.push_back({k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1});
    mesh.normal.push_back(glm::normalize(mesh.position.back()));
  }
  mesh.triangle = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : mesh.position) rows.push_back({{p.y > 0.0f ? 1 : 0, 1.0f}});
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  mesh.file_binding.skin.joint = {0, 1};
  mesh.file_binding.skin.bind = {mat4(1.0f), raw[1].rest_local};
  for (const mat4& b : mesh.file_binding.skin.bind)
    mesh.file_binding.skin.inverse_bind.push_back(inverse_affine(b));
  mesh.file_binding.skin.skinned = true;
  model->meshes.push_back(mesh);
  Clip clip;
  clip.name = "bend";
  clip.duration = 2.0;
  model->clips.push_back(clip);
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

inline Lesson parsed(const std::string& body) {
  std::string error;
  const auto lesson = parse_lesson(kHead + body, error);
  EXPECT_TRUE(lesson) << error;
  return lesson.value_or(Lesson{});
}

inline LessonPlan planned(const std::string& body) {
  std::string error;
  auto plan = plan_lesson(parsed(body), cube_on_two_joints(), error);
  EXPECT_TRUE(plan) << error;
  return plan ? std::move(*plan) : LessonPlan{};
}

}  // namespace bindpose::cube_lesson
