// The reach of bones as capsules: what weights from the distance to bones were computed with.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rig/weights/segment_weights.h"
#include "scene/scene.h"
#include "view/camera.h"

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

// Where the line of sight through a pixel passes closest to a capsule's segment.
struct Passing {
  float distance = 0.0f;               // in the space of the bind pose, as the radius
  vec3 on_bone{0.0f}, on_sight{0.0f};  // display space
};
// The capsule's outline is where the distance is its radius, in every pose: affine maps keep
// tangents. Nothing where the capsule cannot be seen so: it is behind the eye or squashed flat.
std::optional<Passing> passing(const Capsule& capsule, const Camera& camera,
                               const Viewport& viewport, const vec2& pixel);

// The capsule whose outline is nearest to the pixel and at most `reach` pixels away; an index, or
// -1.
int outline_at(std::span<const Capsule> capsules, const Camera& camera, const Viewport& viewport,
               const vec2& pixel, float reach);

}  // namespace bindpose
