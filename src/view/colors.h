// Colours that the surface, the bones, the legend and the panels share. All sRGB in [0, 1] unless a
// name says linear.
#pragma once

#include <array>

#include "math/srgb.h"
#include "math/types.h"

namespace bindpose {

struct Theme {
  vec3 background_top, background_bottom;
  vec3 panel, raised, text, text_dim, hairline;
  vec3 accent, hint, ok, warning, error;
  std::array<vec3, 3> axis;  // x, y, z
  vec3 surface;              // untextured, unweighted surface
  vec3 bone, bone_outline, bone_subtree;
  vec3 grid, grid_bold;
};
const Theme& theme(bool dark);

// OKLab (B. Ottosson 2020). L in [0, 1]; out-of-gamut results are clamped by from_oklab.
vec3 to_oklab(const vec3& srgb);
vec3 from_oklab(const vec3& lab);

// WCAG 2 contrast ratio of two colours, 1 to 21.
float contrast(const vec3& a, const vec3& b);

// Sequential weight ramp. w <= 0: the neutral grey of an unweighted surface. From just above 0 on:
// dark blue-violet, magenta, orange, pale yellow at 1, lightness rising without a break from 0.35
// to 0.95. Values above 1 (raw weights) stay at the top colour; a value that is not finite is pure
// red.
vec3 weight_color(float w);
inline constexpr int kRampSize = 256;
// The ramp for w in (0, 1], as a texture: entry k is weight_color((k + 0.5) / kRampSize).
const std::array<vec3, kRampSize>& weight_ramp();
vec3 weight_zero_color();

// Signed ramp, t in [-1, 1] and clamped to it: blue below 0, orange above, darker the farther. 0 is
// the neutral grey, and the smallest step from it is clearly another colour. Not finite: pure red.
vec3 signed_color(float t);
// Entry k is signed_color(2 (k + 0.5) / kRampSize - 1).
const std::array<vec3, kRampSize>& signed_ramp();
// What a map shows where its value is not a finite number, and where a vertex has no weights to
// show anything of.
vec3 not_finite_color();
vec3 no_weights_color();

// CIELAB of a colour under D65.
vec3 to_cielab(const vec3& srgb);
// The colour as it looks to an eye without the cones for green, for red, or for blue (deuteranopia,
// protanopia and tritanopia of full severity, Machado, Oliveira and Fernandes 2009).
vec3 seen_without_green(const vec3& srgb);
vec3 seen_without_red(const vec3& srgb);
vec3 seen_without_blue(const vec3& srgb);

// The colour of a joint by the hue in degrees and the lightness (OKLab), chroma constant. Which
// joint has which: view/joints/joint_colors.h.
inline constexpr float kJointLightness[] = {0.74f, 0.60f, 0.86f, 0.67f, 0.80f, 0.53f, 0.91f};
vec3 joint_hue_color(float degrees, float lightness = kJointLightness[0]);

}  // namespace bindpose
