// The surface. Maps:
//   MAP_RAMP   a map's value through a ramp
//   MAP_COLOR  a map's colour; CELLS: each corner's own, without a blend between them; HATCHED: with
//              the hatching of the nearest corner
// or its material:
//   UV          has texture coordinates; PLACED: each texture lies in a way of its own
//   BASE_MAP    base colour times a texture; COLORED: times the vertices' colour
//   MASKED      coverage below u_cutout is a hole; SOLID_PART: what covers (nearly) all, as if it covered all;
//               THIN_PART: the rest, to be blended
//   UNLIT       the base colour as it is, and light of its own (EMISSIVE_MAP: by a texture)
//   FULL        finish.glsl; neither: a matte surface
#include "light.glsl"

in vec3 v_position;
in vec3 v_normal;

uniform vec4 u_base;  // linear
uniform float u_xray;  // 0: opaque; else how dense it is where it is seen face on
uniform vec3 u_up;    // the world's up in view space
uniform float u_spread;  // of the highlight: (roughness^2)^2
uniform float u_flat;    // 1: lit by the triangles' own normals (Mesh::flat)
#ifdef UV
in vec2 v_uv;
#ifdef PLACED
in vec2 v_uv_second;
uniform vec3 u_place_u[6], u_place_v[6];  // of TextureSlot: rows of the matrix that places it
uniform float u_second[6];                // 1: by the second coordinates
vec2 placed(int slot) {
  vec3 at = vec3(mix(v_uv, v_uv_second, u_second[slot]), 1.0);
  return vec2(dot(u_place_u[slot], at), dot(u_place_v[slot], at));
}
#define UV_OF(slot) placed(slot)
#else
#define UV_OF(slot) v_uv
#endif
#endif
#ifdef BASE_MAP
uniform sampler2D u_image;
#endif
#ifdef MASKED
uniform float u_cutout;  // coverage below it is a hole
#endif
#if defined(SOLID_PART) || defined(THIN_PART)
const float kSolid = 0.99, kNothing = 0.004;
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
#else
in vec3 v_map;  // OKLab
#endif
#ifdef HATCHED
flat in vec3 v_pattern;     // of the corners: bits, see joint_patterns.h
uniform float u_hatch_gap;  // pixels from line to line
#endif
#if defined(CELLS) || defined(HATCHED)
in vec3 v_corner;
#endif
#endif

out vec4 out_color;

// The interpolated normal on the side that is seen. The triangle itself says which side that is: winding
// is no witness, for files get it wrong and mirrored poses turn it over. A normal that lies nearly in the
// triangle, as wrong ones in files do, tells no side: turned over or not by a hair it would make shards, so it
// goes from one to the other as it leans away (the sine of kLeaning).
vec3 seen_normal() {
  const float kLeaning = 0.3;
  vec3 face = cross(dFdx(v_position), dFdy(v_position));
  float size = dot(v_normal, v_normal);
  vec3 n = size > 0.0 ? v_normal * inversesqrt(size) : vec3(0.0, 0.0, 1.0);
  float area = dot(face, face);
  vec3 up = area > 0.0 ? face * inversesqrt(area) : vec3(0.0);
  if (u_flat > 0.0 && area > 0.0) return up;
  float lean = dot(n, up);
  if (lean >= 0.0) return n;
  // Along the triangle as n, past the face's own direction, to along it as -n; of length 1 always.
  vec3 along = (1.0 - 2.0 * smoothstep(0.0, kLeaning, -lean)) * (n - lean * up);
  return along + sqrt(max(1.0 - dot(along, along), 0.0)) * up;
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
#if defined(CELLS) || defined(HATCHED)
bool first_is_nearest() { return v_corner.x >= v_corner.y && v_corner.x >= v_corner.z; }
bool second_is_nearest() { return v_corner.y >= v_corner.z; }
#endif

#ifdef HATCHED
// How much of a pixel is covered by what is half_width wide, and whose middle is that far off.
float covered(float distance, float half_width) {
  return clamp((half_width - distance) * u_hatch_gap + 0.5, 0.0, 1.0);
}

float lines(float across) { return covered(abs(fract(across) - 0.5), 0.12); }

// The lines stand on the screen, as wide near as far: whatever its size and form, a part shows which it has.
vec3 hatched(vec3 color) {
  int pattern = int((first_is_nearest() ? v_pattern.x : second_is_nearest() ? v_pattern.y : v_pattern.z) + 0.5);
  vec2 at = gl_FragCoord.xy / u_hatch_gap;  // y goes up
  float ink = 0.0;
  if ((pattern & 1) != 0) ink = max(ink, lines((at.x - at.y) * 0.7071));
  if ((pattern & 2) != 0) ink = max(ink, lines((at.x + at.y) * 0.7071));
  if ((pattern & 4) != 0) ink = max(ink, lines(at.y));
  if ((pattern & 8) != 0) ink = max(ink, lines(at.x));
  if ((pattern & 16) != 0) {
    vec2 row = vec2(at.x + 0.5 * mod(floor(at.y), 2.0), at.y);  // every second one moved by half
    ink = max(ink, covered(length(fract(row) - 0.5), 0.24));
  }
  bool light = dot(color, vec3(0.30, 0.59, 0.11)) > 0.5;
  return mix(color, light ? vec3(0.06, 0.07, 0.09) : vec3(1.0), 0.62 * ink);
}
#endif

vec3 map_color() {
#ifdef CELLS
  vec3 color = srgb_from_oklab(first_is_nearest() ? v_first : second_is_nearest() ? v_second : v_third);
#else
  vec3 color = srgb_from_oklab(v_map);
#endif
#ifdef HATCHED
  color = hatched(color);
#endif
  return color;
}
#endif

// Thin where it faces the eye, dense where it turns away: the outline stays, and what is inside shows.
vec4 seen_through(vec3 color, vec3 n, vec3 to_eye) {
  if (u_xray == 0.0) return vec4(color, 1.0);
  float away = 1.0 - abs(dot(n, to_eye));
  float alpha = mix(u_xray, 0.95, away * away * sqrt(away));
  return vec4(color * alpha, alpha);
}

#ifdef FULL
#include "finish.glsl"
#endif
#ifdef UNLIT
uniform vec3 u_glow;
#ifdef EMISSIVE_MAP
uniform sampler2D u_emissive_map;
#endif
#endif

void main() {
  vec3 n = seen_normal();
  vec3 to_eye = normalize(-v_position);
#if defined(MAP_RAMP) || defined(MAP_COLOR)
  out_color = seen_through(map_color() * matte_light(n, to_eye), n, to_eye);
#else
  vec4 base = u_base;
#ifdef COLORED
  base *= v_color;
#endif
#ifdef BASE_MAP
  base *= texture(u_image, UV_OF(0));
#endif
#if defined(UNLIT)
  vec3 glow = u_glow;
#ifdef EMISSIVE_MAP
  glow *= texture(u_emissive_map, UV_OF(4)).rgb;
#endif
  vec3 color = exact_srgb(base.rgb + glow);
#elif defined(FULL)
  vec3 color = srgb_from_linear(toned(finish_light(base.rgb, n, to_eye, u_up)));
#else
  vec3 color = srgb_from_linear(toned(studio_light(base.rgb, n, to_eye, u_up, u_spread)));
#endif
  out_color = seen_through(color, n, to_eye);
#ifdef THIN_PART
  out_color = vec4(color * base.a, base.a);
#endif
#ifdef MASKED
  if (base.a < u_cutout) discard;
#endif
#ifdef SOLID_PART
  if (base.a < kSolid) discard;
#endif
#ifdef THIN_PART
  if (base.a >= kSolid || base.a < kNothing) discard;
#endif
#endif
}
