// Closed surfaces that are drawn from a few numbers instead of a field: what is turned on a lathe,
// tubes, gears. Their uv is (around, along) in [0, 1] until they are painted; influences are to be
// added.
#pragma once

#include <span>
#include <string>

#include "character.h"
#include "field.h"

namespace bindpose::gen {

// The frame at `at` whose y axis is `along` and whose z axis is as near to `front` as that allows.
Frame frame_along(const vec3& at, const vec3& along, const vec3& front);

// A profile of (radius, height) turned about the frame's y axis, from its lower end to its upper
// one; both ends have radius 0. Edges sharper than `crease` degrees stay sharp.
Surface lathe(const std::string& name, int material, const Frame& frame,
              std::span<const vec2> profile, int around, float crease = 40.0f);

// A tube along points with a radius each, its ends rounded.
Surface tube(const std::string& name, int material, std::span<const vec3> point,
             std::span<const float> radius, int around);

// A ball that looks along `gaze`; its uv is the picture of an eye as seen from there, the pupil at
// its middle and `reach` radians from it the picture's rim. v counts upwards.
Surface eyeball(int material, const vec3& center, float radius, const vec3& gaze, float reach);

// A thin shell over the half of an eyeball around `pole`: a lid that is turned about the eye's
// middle.
Surface eyelid(int material, const vec3& center, float eye_radius, const vec3& pole);

// A polygon around the frame's y axis, (x, z) counted from z to x, extruded by half a thickness
// both ways; star-shaped as seen from the axis. Its rim is bevelled by `bevel`.
Surface prism(const std::string& name, int material, const Frame& frame,
              std::span<const vec2> outline, float half, float bevel);

// The outline of a gear, for prism().
std::vector<vec2> gear_outline(int teeth, float root, float tip);

// A box with rounded edges, by a field: `half` along the frame's axes.
Surface soft_box(const std::string& name, int material, const Frame& frame, const vec3& half,
                 float round, float cell);

}  // namespace bindpose::gen
