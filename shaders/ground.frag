// Grid lines, integrated over the pixel in closed form: they fade into their mean instead of shimmering.
#include "dither.glsl"

in vec2 v_position;

uniform vec3 u_center;
uniform float u_radius;  // of the disc
uniform float u_minor;   // distance of fine lines
uniform float u_major;
uniform float u_strength;
uniform vec3 u_line;     // sRGB
uniform vec3 u_bold;
uniform vec3 u_axis_x;
uniform vec3 u_axis_z;
uniform vec4 u_floor;    // a tint under the grid, alpha at the centre
uniform float u_line_pixels;

out vec4 out_color;

// Part of a pixel of width `w` at x that lies in lines of width `line` around the integers.
vec2 lines(vec2 x, vec2 w, vec2 line) {
  vec2 a = x + 0.5 * line - 0.5 * w;
  vec2 b = a + w;
  vec2 covered = floor(b) * line + min(fract(b), line) - floor(a) * line - min(fract(a), line);
  return covered / w;
}

// Coverage of a grid with cells of size `cell`, thinned out where cells get smaller than a few pixels.
float grid(float cell, vec2 pixel) {
  vec2 w = max(pixel / cell, vec2(1e-6));
  vec2 line = min(u_line_pixels * w, vec2(0.5));
  vec2 c = lines(v_position / cell, w, line) * smoothstep(vec2(0.4), vec2(0.06), w);
  return c.x + c.y - c.x * c.y;
}

void over(inout vec4 below, vec3 color, float alpha) {
  below = vec4(color * alpha, alpha) + below * (1.0 - alpha);
}

void main() {
  // Size of the pixel on the ground, along x and z.
  vec2 dx = dFdx(v_position), dy = dFdy(v_position);
  vec2 pixel = sqrt(dx * dx + dy * dy) + 1e-9;
  float radius = min(distance(v_position, u_center.xz) / u_radius, 1.0);
  float fade = 1.0 - radius;
  fade *= fade * u_strength;

  vec4 color = vec4(u_floor.rgb, 1.0) * (u_floor.a * fade * fade);
  over(color, u_line, 0.45 * fade * grid(u_minor, pixel));
  over(color, u_line, 0.9 * fade * grid(u_major, pixel));
  // The lines through the origin: x runs where z = 0.
  vec2 bold = clamp(0.5 + 0.9 * u_line_pixels - abs(v_position) / pixel, 0.0, 1.0);
  over(color, mix(u_bold, u_axis_z, 0.55), 0.9 * fade * bold.x);
  over(color, mix(u_bold, u_axis_x, 0.55), 0.9 * fade * bold.y);
  out_color = vec4(color.rgb + dither() * step(0.002, color.a), color.a);
}
