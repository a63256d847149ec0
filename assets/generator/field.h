// Signed distance fields: negative inside. Shapes are bounds of the distance near their surface,
// and blends are smooth, so that a surface with continuous normals can be drawn from them.
#pragma once

#include <functional>

#include "math/types.h"

namespace bindpose::gen {

using Field = std::function<float(const vec3&)>;

float sphere(const vec3& p, const vec3& center, float radius);
// Not an exact distance, but exact at the surface to first order (I. Quilez).
float ellipsoid(const vec3& p, const vec3& center, const vec3& radii);
// The hull of two spheres.
float round_cone(const vec3& p, const vec3& a, const vec3& b, float ra, float rb);
float rounded_box(const vec3& p, const vec3& half, float round);

// Union, intersection and difference with a cubic blend over the width k.
float join(float a, float b, float k);
float meet(float a, float b, float k);
float carve(float body, float hole, float k);

// 0 below a, 1 above b, smooth between.
float smooth_step(float a, float b, float x);

// Central differences.
vec3 gradient(const Field& f, const vec3& p, float step = 1e-3f);

inline vec3 mirror(const vec3& p) {
  return {-p.x, p.y, p.z};
}

// A rigid frame: columns are its axes.
struct Frame {
  mat3 axes{1.0f};
  vec3 origin{0.0f};
  vec3 to_local(const vec3& p) const { return glm::transpose(axes) * (p - origin); }
  vec3 to_world(const vec3& p) const { return axes * p + origin; }
};

}  // namespace bindpose::gen
