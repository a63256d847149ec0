#include "dither.glsl"

uniform vec3 u_top;     // sRGB
uniform vec3 u_bottom;
uniform float u_height; // pixels

out vec4 out_color;

void main() {
  float t = gl_FragCoord.y / u_height;
  out_color = vec4(mix(u_bottom, u_top, t) + dither(), 1.0);
}
