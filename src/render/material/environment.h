// The studio as a picture all around, for what reflects it: the lights of shaders/light.glsl as
// boxes with soft sides and a wide glow. Computed, of our own making.
#pragma once

#include <vector>

#include "math/types.h"
#include "render/gpu/gl_handles.h"

namespace bindpose {

// What arrives from a direction, linear; without sky and floor, which follow the world's up and not
// the camera. `direction`: unit, view space (x right, y up, z towards the eye).
vec3 studio_radiance(const vec3& direction);

// Levels of the cube map: the first is what a mirror sees, the last what the roughest surface sees.
inline constexpr int kEnvironmentLevels = 4;

// The texels of that cube map: the faces of each level, as they are uploaded. Needs no GL: a thread
// may make it while others are busy.
using EnvironmentTexels = std::vector<std::vector<vec3>>;
EnvironmentTexels compute_environment();

// The cube map: level k is studio_radiance() seen by GGX of the roughness k / (levels - 1), eye and
// normal both along the direction that is looked up (B. Karis, "Real shading in Unreal Engine 4",
// 2013).
GlTexture make_environment(const EnvironmentTexels& texels);

}  // namespace bindpose
