#include "rig/pose/fade.h"

#include <algorithm>
#include <vector>

#include "rig/pose/blend.h"

namespace bindpose {
namespace {

double within(const Clip& clip, double time) {
  return std::clamp(time, 0.0, std::max(clip.duration, 0.0));
}

// Of the two clips the one that is all there is to see, or null.
const Clip* whole(const FadedClip& m) {
  if (m.into == nullptr || m.factor <= 0.0f) return m.clip;
  return m.factor >= 1.0f ? m.into : nullptr;
}

double time_of_whole(const FadedClip& m, double time) {
  return whole(m) == m.clip ? time : time_in_other(m, time);
}

}  // namespace

double time_in_other(const FadedClip& m, double time) {
  const double now = within(*m.clip, time);
  if (m.by == FadeBy::Time) return within(*m.into, now);
  if (!(m.clip->duration > 0.0)) return 0.0;
  return within(*m.into, now / m.clip->duration * m.into->duration);
}

mat4 faded(const mat4& local, const mat4& into, float factor) {
  if (local == into) return local;
  return mat4(blended(glm::dmat4(local), glm::dmat4(into), static_cast<double>(factor)));
}

void sample_clip(const FadedClip& m, const Skeleton& skeleton, double time,
                 std::span<mat4> base_local) {
  if (const Clip* one = whole(m)) {
    return sample_clip(*one, skeleton, time_of_whole(m, time), base_local);
  }
  std::vector<mat4> into(base_local.size());
  sample_clip(*m.clip, skeleton, time, base_local);
  sample_clip(*m.into, skeleton, time_in_other(m, time), into);
  for (std::size_t j = 0; j < into.size(); ++j) {
    base_local[j] = faded(base_local[j], into[j], m.factor);
  }
}

void sample_morphs(const FadedClip& m, double time, std::span<float> weight) {
  if (const Clip* one = whole(m)) return sample_morphs(*one, time_of_whole(m, time), weight);
  std::vector<float> into(weight.begin(), weight.end());
  sample_morphs(*m.clip, time, weight);
  sample_morphs(*m.into, time_in_other(m, time), into);
  for (std::size_t c = 0; c < into.size(); ++c) {
    if (weight[c] != into[c]) weight[c] += m.factor * (into[c] - weight[c]);
  }
}

}  // namespace bindpose
