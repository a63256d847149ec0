// The surface:
//   MAP_RAMP   a map's value through a ramp
//   MAP_COLOR  a map's colour; CELLS: each corner's own, without a blend between them
//   TEXTURED   base colour times a texture
//   COLORED    base colour times the vertices' colour
#include "light.glsl"

in vec3 v_position;
in vec3 v_normal;

uniform vec4 u_base;  // linear
uniform vec3 u_up;    // the world's up in view space
#ifdef TEXTURED
in vec2 v_uv;
uniform sampler2D u_image;
uniform float u_cutout;  // alpha below it is a hole
#endif
#ifdef COLORED
in vec4 v_color;
#endif
#ifdef MAP_RAMP
in float v_map;
uniform sampler2D u_ramp;       // sRGB values
uniform float u_low, u_high;    // at the ramp's ends; u_low 0: nothing below 0 has a colour of its own
uniform vec3 u_zero, u_none, u_broken;  // sRGB: exactly 0, no weights, not finite
#endif
#ifdef MAP_COLOR
#ifdef CELLS
flat in vec3 v_first, v_second, v_third;  // of the triangle's corners, OKLab
in vec3 v_corner;
#else
in vec3 v_map;  // OKLab
#endif
#endif

out vec4 out_color;

// The interpolated normal on the side that is seen. The triangle itself says which side that is: winding
// is no witness, for files get it wrong and mirrored poses turn it over.
vec3 seen_normal() {
  vec3 face = cross(dFdx(v_position), dFdy(v_position));
  float size = dot(v_normal, v_normal);
  vec3 n = size > 0.0 ? v_normal * inversesqrt(size) : vec3(0.0, 0.0, 1.0);
  return dot(n, face) < 0.0 ? -n : n;
}

#ifdef MAP_RAMP
vec3 map_color() {
  if (isnan(v_map) || isinf(v_map)) return u_broken;
  if (v_map < -0.5e30) return u_none;
  if (v_map == 0.0 || (u_low == 0.0 && v_map < 0.0)) return u_zero;
  float t = (v_map - u_low) / (u_high - u_low);
  return textureLod(u_ramp, vec2(t, 0.5), 0.0).rgb;
}
#endif
#ifdef MAP_COLOR
vec3 map_color() {
#ifdef CELLS
  bool first = v_corner.x >= v_corner.y && v_corner.x >= v_corner.z;
  return srgb_from_oklab(first ? v_first : v_corner.y >= v_corner.z ? v_second : v_third);
#else
  return srgb_from_oklab(v_map);
#endif
}
#endif

void main() {
  vec3 n = seen_normal();
  vec3 to_eye = normalize(-v_position);
#if defined(MAP_RAMP) || defined(MAP_COLOR)
  out_color = vec4(map_color() * matte_light(n, to_eye), 1.0);
#else
  vec4 base = u_base;
#ifdef COLORED
  base *= v_color;
#endif
#ifdef TEXTURED
  vec4 texel = texture(u_image, v_uv);
  base *= texel;
  if (base.a < u_cutout) discard;
#endif
  out_color = vec4(srgb_from_linear(studio_light(base.rgb, n, to_eye, u_up)), 1.0);
#endif
}
