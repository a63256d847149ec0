//   WEIGHTS    the heat map of one joint
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
#ifdef WEIGHTS
in float v_weight;
uniform sampler2D u_ramp;  // sRGB values
uniform vec3 u_zero;       // sRGB: the colour of weight 0
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

void main() {
  vec3 n = seen_normal();
  vec3 to_eye = normalize(-v_position);
#ifdef WEIGHTS
  vec3 value = v_weight > 0.0 ? textureLod(u_ramp, vec2(v_weight, 0.5), 0.0).rgb : u_zero;
  out_color = vec4(value * matte_light(n, to_eye), 1.0);
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
