// Whether two models are the same, posed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace bindpose::packed_files {

struct Posed {
  std::vector<vec3> position, normal;
  std::vector<vec2> uv;
};

// All corners of all triangles, in file order. `clip` below 0: the rest pose.
inline Posed posed_corners(const std::shared_ptr<const Model>& model, int clip, double time) {
  Scene scene = make_scene(model);
  scene.pose.base = clip < 0 ? BasePose::Rest : BasePose::Clip;
  scene.pose.clip = std::max(clip, 0);
  scene.pose.time = time;
  const PosedScene posed = evaluate(scene);
  Posed out;
  std::vector<vec3> position, normal;
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    skin_mesh(scene, posed, static_cast<int>(m), position, &normal);
    const Mesh& mesh = model->meshes[m];
    for (const std::uint32_t i : mesh.triangle) {
      out.position.push_back(position[i]);
      out.normal.push_back(normal[i]);
      if (!mesh.uv.empty()) out.uv.push_back(mesh.uv[i]);
    }
  }
  return out;
}

template <typename V>
float farthest(const std::vector<V>& a, const std::vector<V>& b) {
  float most = a.size() == b.size() ? 0.0f : 1e30f;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    most = std::max(most, glm::distance(a[i], b[i]));
  }
  return most;
}

inline float diagonal(const std::vector<vec3>& points) {
  if (points.empty()) return 0.0f;
  vec3 low = points[0], high = points[0];
  for (const vec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  return glm::length(high - low);
}

// In the rest pose, within each clip, and at the ends of the first. `tolerance` in parts of
// the diagonal.
inline void expect_same(const std::shared_ptr<const Model>& a,
                        const std::shared_ptr<const Model>& b, float tolerance) {
  ASSERT_EQ(a->clips.size(), b->clips.size());
  ASSERT_EQ(a->meshes.size(), b->meshes.size());
  for (int clip = -1; clip < static_cast<int>(a->clips.size()); ++clip) {
    const double length = clip < 0 ? 0.0 : a->clips[static_cast<std::size_t>(clip)].duration;
    for (const double part : {0.0, 0.37, 1.0}) {
      if (clip != 0 && part != 0.37) continue;
      const Posed one = posed_corners(a, clip, part * length);
      const Posed other = posed_corners(b, clip, part * length);
      ASSERT_FALSE(one.position.empty());
      EXPECT_LE(farthest(one.position, other.position), tolerance * diagonal(other.position))
          << "clip " << clip << " at " << part;
      EXPECT_LE(farthest(one.normal, other.normal), 1e-4f) << "clip " << clip << " at " << part;
      EXPECT_LE(farthest(one.uv, other.uv), 1e-6f);
    }
  }
}

}  // namespace bindpose::packed_files
