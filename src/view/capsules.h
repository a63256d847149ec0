// The reach of bones as capsules: what weights from the distance to bones were computed with.
#pragma once

#include <span>
#include <vector>

#include "rig/segment_weights.h"
#include "scene/scene.h"

namespace bindpose {

// All points within `radius` of the segment head-tail, in the bind pose; `to_display` carries it
// along with its joint.
struct Capsule {
  int joint = -1;
  vec3 head{0.0f}, tail{0.0f};
  float radius = 0.0f;
  mat4 to_display{1.0f};
  vec4 color{1.0f};  // sRGB, opacity
};

// The selected joint's capsule, or all where no joint with one is selected; radius 0 has none.
// `color` (#J): as the bones have them.
std::vector<Capsule> capsules(const Scene& scene, const PosedScene& posed,
                              std::span<const BoneSegment> segments, std::span<const vec3> color);

}  // namespace bindpose
