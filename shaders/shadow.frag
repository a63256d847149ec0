#include "dither.glsl"

in vec2 v_uv;

uniform sampler2D u_map;
uniform vec3 u_color;     // sRGB
uniform float u_strength;

out vec4 out_color;

void main() {
  vec2 near = texture(u_map, v_uv).rg;
  float alpha = 1.0 - (1.0 - 0.66 * near.r) * (1.0 - 0.42 * near.g);
  alpha = clamp(u_strength * alpha, 0.0, 1.0);
  out_color = vec4(u_color * alpha, alpha + dither() * step(0.002, alpha));
}
