flat in vec4 v_color;            // alpha: emphasis
noperspective in vec3 v_corner;  // two of the face's barycentric coordinates, and the face's light

uniform vec3 u_outline;      // sRGB
uniform vec3 u_opacity;      // of the filling, of the outline, of an emphasised bone's filling
uniform float u_line_pixels;

out vec4 out_color;

void main() {
  vec3 fill = min(v_color.rgb * v_corner.z, 1.0);

  // Outlines inside each face, thinner where the face itself is only a few pixels wide.
  vec3 corner = vec3(v_corner.xy, 1.0 - v_corner.x - v_corner.y);  // 0 on the edge opposite to a corner
  vec3 per_pixel = max(fwidth(corner), vec3(1e-6));
  vec3 distance_px = corner / per_pixel;
  float edge = min(distance_px.x, min(distance_px.y, distance_px.z));
  float room = 1.0 / (3.0 * max(per_pixel.x, max(per_pixel.y, per_pixel.z)));
  float width = min(u_line_pixels, 0.4 * room);
  float line = clamp(width + 0.5 - edge, 0.0, 1.0) * clamp(2.0 * width, 0.0, 1.0);

  float fill_alpha = mix(u_opacity.x, u_opacity.z, v_color.a);
  float alpha = mix(fill_alpha, max(u_opacity.y, fill_alpha), line);
  vec3 color = mix(fill, mix(u_outline, v_color.rgb, 0.5 * v_color.a), line);
  out_color = vec4(color * alpha, alpha);
}
