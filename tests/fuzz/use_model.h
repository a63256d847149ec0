// What the program does with every model that it shows, without a window.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace bindpose::fuzz {

inline void use_model(const std::shared_ptr<const Model>& model) {
  constexpr int kMaxClips = 3;
  Scene scene = make_scene(model);
  const int clips = std::min(kMaxClips, static_cast<int>(model->clips.size()));
  for (int clip = -1; clip < clips; ++clip) {
    if (clip >= 0) {
      scene.pose.base = BasePose::Clip;
      scene.pose.clip = clip;
      scene.pose.time = 0.4 * model->clips[static_cast<std::size_t>(clip)].duration;
    }
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> position, normal;
    for (std::size_t m = 0; m < model->meshes.size(); ++m) {
      skin_mesh(scene, posed, static_cast<int>(m), position, &normal);
    }
    if (clip < 0) posed_bounds(scene, posed);
  }
}

}  // namespace bindpose::fuzz
