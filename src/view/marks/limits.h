// How far a joint may turn about its own axes, as arcs round it. Functions of scene and pose; who
// draws them is not their concern.
#pragma once

#include <optional>
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

// The cone in which the joint's bone stays (JointRestraint::limit), display space: its rim, seen
// from the joint.
struct LimitCone {
  vec3 center{0.0f};
  std::vector<vec3> rim{};  // closed: the last point is the first
  vec3 now{0.0f};           // where the bone points, as far from the joint as the rim is
  bool beyond = false;
};

// Of the bone from the joint to `child`. Nothing where there is no such cone, `child` is no child
// of the joint, or the bone has no length.
std::optional<LimitCone> limit_cone(const Scene& scene, const PosedScene& posed, int joint,
                                    int child, float radius);

// `radius` in display units. Empty where the joint is out of range, nothing is limited or the frame
// has no axes.
std::vector<LimitArc> limit_arcs(const Scene& scene, const PosedScene& posed, int joint,
                                 float radius);

}  // namespace bindpose
