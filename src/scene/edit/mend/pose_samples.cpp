#include "scene/edit/mend/pose_samples.h"

#include <algorithm>
#include <cstdint>

#include "math/numbers.h"
#include "math/rotation.h"
#include "math/transform.h"

namespace bindpose {
Scene without_edits(const Scene& scene) {
  Scene out = scene;
  out.pose.timeline = {};
  std::ranges::fill(out.pose.user_local, mat4(1.0f));
  std::ranges::fill(out.pose.user_morph, std::nullopt);
  return out;
}

std::vector<SampledPose> clip_poses(const Scene& scene, int most) {
  std::vector<SampledPose> out;
  const int clips = clip_count(scene);
  if (clips == 0) return out;
  Scene trial = without_edits(scene);
  trial.pose.base = BasePose::Clip;
  const int shown = std::min(clips, std::max(most / 2, 1));
  const int each = std::max(most / shown, 2);
  for (int k = 0; k < shown; ++k) {
    trial.pose.clip = k * clips / shown;
    const double duration = clip_at(scene, trial.pose.clip)->duration;
    for (int i = 0; i < each; ++i) {
      trial.pose.time = duration * (i + 0.5) / each;
      out.push_back({trial.pose.clip, evaluate(trial)});
    }
  }
  return out;
}

std::vector<SampledPose> turned_poses(const Scene& scene, int count, float degrees) {
  std::vector<SampledPose> out;
  Scene trial = without_edits(scene);
  trial.pose.base = BasePose::Bind;
  std::uint32_t state = 1;
  const auto angle = [&state, degrees] {
    state = state * 1664525u + 1013904223u;  // W. Press et al., "Numerical Recipes"
    return degrees * (static_cast<float>(state >> 8) / 8388608.0f - 1.0f);
  };
  for (int i = 0; i < count; ++i) {
    for (mat4& user : trial.pose.user_local) {
      Transform turn;
      const float x = angle(), y = angle(), z = angle();
      turn.q = rotation_from_degrees(vec3(x, y, z));
      user = to_matrix(turn);
    }
    out.push_back({-1, evaluate(trial)});
  }
  return out;
}

}  // namespace bindpose
