// Red: what touches the ground or nearly does. Green: all of it, weaker with height.
out vec4 out_color;

#ifdef CUT
in vec2 v_uv;
in float v_cover;
uniform sampler2D u_image;
uniform float u_pictured;  // 0: without a picture
uniform float u_cutout;    // coverage below it is a hole; below 0: as much shadow as it covers
#endif

void main() {
  float h = max(4.0 * gl_FragCoord.z - 1.0, 0.0);  // above the ground, in model sizes
  float cover = 1.0;
#ifdef CUT
  cover = v_cover * mix(1.0, texture(u_image, v_uv).a, u_pictured);
  if (cover < u_cutout) discard;
  if (u_cutout >= 0.0) cover = 1.0;
#endif
  out_color = vec4(cover * vec2(exp(-20.0 * h), exp(-3.5 * h)), 0.0, 1.0);
}
