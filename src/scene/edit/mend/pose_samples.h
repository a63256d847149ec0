// Poses by which weights are judged: moments of all clips, and joints turned this way and that.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

struct SampledPose {
  int clip = -1;     // -1: joints turned about all axes
  PosedScene posed;  // as the file's clip has it, without edits
};

// A copy in which poses can be tried: nothing of the user's.
Scene without_edits(const Scene& scene);

// Moments evenly spread over all clips, about `most` in all and at least two of each clip that is
// looked at; where there are very many clips, of some.
std::vector<SampledPose> clip_poses(const Scene& scene, int most);

// All joints turned at once about all axes, up to `degrees` each, from the bind pose; the same ones
// every time.
std::vector<SampledPose> turned_poses(const Scene& scene, int count, float degrees);

}  // namespace bindpose
