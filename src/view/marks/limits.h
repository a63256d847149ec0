// How far a joint may turn about its own axes, as arcs round it. Functions of scene and pose; who
// draws them is not their concern.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Of one axis that is limited, display space. What turns about x and y turns with the angles that
// come after it: R = Rz Ry Rx (rig/ik/axis_limits.h).
struct LimitArc {
  int axis = 0;             // 0, 1, 2
  vec3 center{0.0f};        // the joint
  std::vector<vec3> arc{};  // from the least to the largest angle; at least two points
  vec3 now{0.0f};           // where the joint stands, on the circle of the arc
  bool beyond = false;      // further than the limit: it was turned by hand
};

// `radius` in display units. Empty where the joint is out of range, nothing is limited or the frame
// has no axes.
std::vector<LimitArc> limit_arcs(const Scene& scene, const PosedScene& posed, int joint,
                                 float radius);

}  // namespace bindpose
