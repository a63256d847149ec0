// A tube along y from 0 to 2 with a bone in each half, whose weights change evenly from y = 0.5 to
// 1.5; its surface has a seam.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "rig/weights/weight_rows.h"
#include "scene/scene.h"
#include "view/rigs.h"

namespace bindpose::tube_rig {

inline constexpr int kSides = 48, kHoops = 40;
inline constexpr float kRadius = 0.3f;

struct Tube {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
};

// Around the axis through (x, y, 0).
inline Tube tube(float radius, float x = 0.0f) {
  Tube out;
  for (int h = 0; h <= kHoops; ++h) {
    for (int k = 0; k <= kSides; ++k) {  // the last one stands where the first one does
      const double a = 2.0 * 3.14159265358979 * (k % kSides) / kSides;
      out.position.push_back({x + radius * static_cast<float>(std::cos(a)),
                              2.0f * static_cast<float>(h) / kHoops,
                              -radius * static_cast<float>(std::sin(a))});
    }
  }
  const std::uint32_t row = kSides + 1;
  for (std::uint32_t h = 0; h < kHoops; ++h) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t a = h * row + k, b = a + 1, c = a + row, d = c + 1;
      out.triangle.insert(out.triangle.end(), {a, b, c, b, d, c});
    }
  }
  return out;
}

// Of a regular polygon.
inline double polygon_area(double radius) {
  return 0.5 * kSides * radius * radius * std::sin(2.0 * 3.14159265358979 / kSides);
}

inline float weight_of_top(float y) {
  return std::clamp(y - 0.5f, 0.0f, 1.0f);
}

inline std::shared_ptr<Model> model() {
  auto out = rigs::model({{"low", kNoParent, mat4(1.0f)},
                          {"top", 0, rigs::move(0, 1, 0)},
                          {"tip", 1, rigs::move(0, 1, 0)}});
  const Tube t = tube(kRadius);
  Mesh mesh;
  mesh.name = "tube";
  mesh.position = t.position;
  mesh.triangle = t.triangle;
  for (const vec3& p : t.position) mesh.normal.push_back(glm::normalize(vec3(p.x, 0, p.z)));
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : t.position) {
    const float w = weight_of_top(p.y);
    rows.push_back({{0, 1.0f - w}, {1, w}});
  }
  Skin& skin = mesh.file_binding.skin;
  for (int j = 0; j < 3; ++j) {
    skin.joint.push_back(j);
    skin.bind.push_back(rigs::move(0, static_cast<float>(j), 0));
    skin.inverse_bind.push_back(rigs::move(0, static_cast<float>(-j), 0));
  }
  skin.skinned = true;
  mesh.file_binding.influences = pack_influences(rows, 3).influences;
  out->meshes.push_back(std::move(mesh));
  out->name = "tube.glb";
  return out;
}

}  // namespace bindpose::tube_rig
