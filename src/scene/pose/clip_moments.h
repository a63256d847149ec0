// Moments of the clips of a scene, for what is to be measured in motion.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace bindpose {

struct ClipMoment {
  int clip = 0;  // as clip_at() counts
  double time = 0.0;
};

// Of each clip from its first pose to its last, evenly: 15 a second, so that no kick is missed, and
// 24 at least. Where that is more than `most` in all, fewer of each in proportion, but no fewer
// than four.
std::vector<ClipMoment> clip_moments(const Scene& scene, double most);

}  // namespace bindpose
