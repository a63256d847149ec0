// A pose as a few lines, small enough for a list.
#pragma once

#include <vector>

#include "scene/pose/given_pose.h"

namespace bindpose {

// A bone of a sketch, in a square from (0, 0) at its upper left to (1, 1).
struct SketchLine {
  vec2 from, to;
  int joint;
};

// The bones of the scene's model in that pose on its bind pose, seen from the front, orthographic,
// as large as the square allows; nearer ones last. Empty where there is nothing to see.
std::vector<SketchLine> pose_sketch(const Scene& scene, const GivenPose& pose);

}  // namespace bindpose
