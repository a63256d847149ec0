// Trousers that stand: a tube bent to an arch, with a joint in the middle and two in each leg, its
// own mirror image. Nothing is wrong with it, and a test breaks one thing.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/scene.h"

namespace bindpose::tests {

inline constexpr int kRings = 81, kSides = 12;
enum FigureJoint { kHips, kThighL, kFootL, kThighR, kFootR, kFigureJoints };

// Rows of one vertex each, by joint.
using Row = std::vector<WeightEntry>;

struct Figure {
  std::vector<std::string> name{"hips", "thigh.L", "foot.L", "thigh.R", "foot.R"};
  std::vector<int> parent{-1, kHips, kThighL, kHips, kThighR};
  std::vector<mat4> world;  // #J: bound there, and at rest there
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<Row> row;
  std::vector<float> along;  // #V: -1 at the right foot, 0 in the middle, 1 at the left foot
};

inline float ramp(float x, float from, float to) {
  const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

inline std::uint32_t figure_vertex(int ring, int side) {
  return static_cast<std::uint32_t>(ring * kSides + side);
}
// The vertex on the other side.
inline std::uint32_t opposite(std::uint32_t v) {
  return figure_vertex(kRings - 1 - static_cast<int>(v) / kSides, static_cast<int>(v) % kSides);
}

inline Row smooth_row(float along) {
  const float a = std::abs(along);
  const bool left = along > 0.0f;
  const float thigh = ramp(a, 0.1f, 0.3f), foot = ramp(a, 0.5f, 0.75f);
  Row row;
  const auto add = [&row](int joint, float w) {
    if (w > 0.01f) row.push_back({joint, w});
  };
  add(kHips, 1.0f - thigh);
  add(left ? kThighL : kThighR, thigh * (1.0f - foot));
  add(left ? kFootL : kFootR, foot);
  float sum = 0.0f;
  for (const WeightEntry& e : row) sum += e.weight;
  for (WeightEntry& e : row) e.weight /= sum;
  return row;
}

inline Figure sound_figure() {
  Figure f;
  const float arch = 0.15f, radius = 0.1f, length = 2.5f;
  for (const vec3& at : {vec3(0, arch, 0), vec3(arch, 0, 0), vec3(arch, -1, 0), vec3(-arch, 0, 0),
                         vec3(-arch, -1, 0)}) {
    f.world.push_back(glm::translate(mat4(1.0f), at));
  }
  for (int r = 0; r < kRings; ++r) {
    const float s = -1.0f + 2.0f * static_cast<float>(r) / (kRings - 1);
    const float turn = std::clamp(s / 0.2f, -1.0f, 1.0f) * 0.5f * 3.14159265f;
    const vec3 out(std::sin(turn), std::cos(turn), 0.0f);
    const vec3 center = arch * out - vec3(0, length * std::max(0.0f, std::abs(s) - 0.2f), 0);
    for (int k = 0; k < kSides; ++k) {
      const float a = 2.0f * 3.14159265f * static_cast<float>(k) / kSides;
      f.position.push_back(center + radius * (std::cos(a) * out + vec3(0, 0, std::sin(a))));
      f.along.push_back(s);
      f.row.push_back(smooth_row(s));
      if (r + 1 == kRings) continue;
      const auto a0 = figure_vertex(r, k), a1 = figure_vertex(r, (k + 1) % kSides);
      const auto b0 = figure_vertex(r + 1, k), b1 = figure_vertex(r + 1, (k + 1) % kSides);
      f.triangle.insert(f.triangle.end(), {a0, b0, a1, a1, b0, b1});
    }
  }
  return f;
}

inline Mesh figure_mesh(const Figure& f) {
  Mesh mesh;
  mesh.name = "trousers";
  mesh.position = f.position;
  mesh.normal.assign(f.position.size(), vec3(0, 0, 1));
  mesh.triangle = f.triangle;
  Skin& skin = mesh.file_binding.skin;
  skin.skinned = true;
  for (std::size_t j = 0; j < f.world.size(); ++j) {
    skin.joint.push_back(static_cast<int>(j));
    skin.bind.push_back(f.world[j]);
    skin.inverse_bind.push_back(glm::inverse(f.world[j]));
  }
  mesh.file_binding.influences = pack_influences(f.row, f.world.size()).influences;
  return mesh;
}

// Of a skin that names all joints of the figure it leaves these; weights are the caller's to mend.
inline void keep_joints(const std::vector<int>& joints, Skin& skin) {
  const Skin all = skin;
  skin.joint = joints;
  skin.bind.clear();
  skin.inverse_bind.clear();
  for (const int j : joints) {
    skin.bind.push_back(all.bind[static_cast<std::size_t>(j)]);
    skin.inverse_bind.push_back(all.inverse_bind[static_cast<std::size_t>(j)]);
  }
}

inline void finish(Model& model) {
  derive_weight_flags(model);
  derive_bind_pose(model);
}

// The joints have to be depth-first, as they are in the figure.
inline std::shared_ptr<Model> model_of(const Figure& f) {
  auto model = std::make_shared<Model>();
  model->name = "figure.glb";
  model->format = "test";
  std::vector<RawJoint> raw;
  for (std::size_t j = 0; j < f.world.size(); ++j) {
    const int p = f.parent[j];
    const mat4 above = p < 0 ? mat4(1.0f) : f.world[static_cast<std::size_t>(p)];
    raw.push_back({"j" + std::to_string(j), p, glm::inverse(above) * f.world[j], true});
  }
  model->skeleton = build_skeleton(raw).skeleton;
  model->skeleton.name = f.name;
  model->meshes.push_back(figure_mesh(f));
  finish(*model);
  return model;
}

// Each B_j changed.
inline std::shared_ptr<Model> bound_otherwise(const Figure& f,
                                              const std::function<void(mat4&)>& change) {
  auto model = model_of(f);
  Skin& skin = model->meshes[0].file_binding.skin;
  for (std::size_t j = 0; j < skin.bind.size(); ++j) {
    change(skin.bind[j]);
    skin.inverse_bind[j] = glm::inverse(skin.bind[j]);
  }
  finish(*model);
  return model;
}

}  // namespace bindpose::tests
