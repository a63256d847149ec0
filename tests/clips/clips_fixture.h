// Models with clips, and their poses compared.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/import.h"
#include "math/numbers.h"
#include "rig/kinematics.h"
#include "rig/retarget/retarget.h"
#include "scene/scene.h"

namespace bindpose::test {

inline std::filesystem::path bundled(const std::string& name) {
  return std::filesystem::path(BINDPOSE_SOURCE_DIR) / "assets" / name;
}
inline std::filesystem::path shared(const std::string& name) {
  return std::filesystem::path(BINDPOSE_SHARED_DIR) / "models" / name;
}

inline RigPose rig_of(const Model& model) {
  return {model.skeleton, model.bind_local, model.to_display};
}

inline std::shared_ptr<const Model> open_model(const std::filesystem::path& path) {
  ImportOptions options;
  options.textures = false;
  return import_model(path, options);
}
// Of a file that no test writes: read once for all of them.
inline std::shared_ptr<const Model> known_model(const std::filesystem::path& path) {
  static std::map<std::filesystem::path, std::shared_ptr<const Model>> read;
  std::shared_ptr<const Model>& model = read[path];
  if (!model) model = open_model(path);
  return model;
}

inline std::vector<mat4> worlds_at(const Model& model, const Clip& clip, double time) {
  std::vector<mat4> local(model.skeleton.parent.size()), world(local.size());
  sample_clip(clip, model.skeleton, time, local);
  forward_kinematics(model.skeleton.parent, local, all_joints(model.skeleton), world);
  return world;
}

// 20 times, most of them between keys.
inline std::vector<double> twenty_times(double duration) {
  std::vector<double> out;
  for (int k = 0; k < 20; ++k) out.push_back(duration * (0.0137 + 0.0513 * k));
  return out;
}

// The largest difference of L_j, in parts of its largest entry (at least 1).
inline double largest_difference(const Model& model, const Clip& a, const Clip& b) {
  double most = 0.0;
  std::vector<mat4> one(model.skeleton.parent.size()), two(one.size());
  for (const double t : twenty_times(a.duration)) {
    sample_clip(a, model.skeleton, t, one);
    sample_clip(b, model.skeleton, t, two);
    for (std::size_t j = 0; j < one.size(); ++j) {
      double size = 1.0;
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) size = std::max(size, double(std::abs(one[j][c][r])));
      }
      most = std::max(most, double(max_difference(one[j], two[j])) / size);
    }
  }
  return most;
}

}  // namespace bindpose::test
