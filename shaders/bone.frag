in vec3 v_position;
in vec3 v_corner;
flat in vec3 v_color;
flat in float v_emphasis;

uniform vec3 u_outline;      // sRGB
uniform vec3 u_opacity;      // of the filling, of the outline, of an emphasised bone's filling
uniform float u_line_pixels;

out vec4 out_color;

void main() {
  vec3 n = normalize(cross(dFdx(v_position), dFdy(v_position)));
  float light = 0.58 + 0.48 * max(dot(n, normalize(vec3(-0.5, 0.62, 0.6))), 0.0);
  vec3 fill = min(v_color * light, 1.0);

  // Outlines inside each face, thinner where the face itself is only a few pixels wide.
  vec3 per_pixel = max(fwidth(v_corner), vec3(1e-6));
  vec3 distance_px = v_corner / per_pixel;
  float edge = min(distance_px.x, min(distance_px.y, distance_px.z));
  float room = 1.0 / (3.0 * max(per_pixel.x, max(per_pixel.y, per_pixel.z)));
  float width = min(u_line_pixels, 0.4 * room);
  float line = clamp(width + 0.5 - edge, 0.0, 1.0) * clamp(2.0 * width, 0.0, 1.0);

  float fill_alpha = mix(u_opacity.x, u_opacity.z, v_emphasis);
  float alpha = mix(fill_alpha, max(u_opacity.y, fill_alpha), line);
  vec3 color = mix(fill, mix(u_outline, v_color, 0.5 * v_emphasis), line);
  out_color = vec4(color * alpha, alpha);
}
