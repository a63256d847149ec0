noperspective in vec2 v_offset;
flat in float v_radius;
flat in vec3 v_color;
flat in float v_emphasis;

uniform vec3 u_outline;
uniform float u_rim_pixels;
uniform float u_opacity;  // of a quiet one

out vec4 out_color;

void main() {
  float r = length(v_offset);
  float alpha = clamp(v_radius + 0.5 - r, 0.0, 1.0);
  if (alpha <= 0.0) discard;
  vec2 xy = v_offset / v_radius;
  float z = sqrt(max(1.0 - dot(xy, xy), 0.0));
  float light = 0.70 + 0.45 * max(dot(vec3(xy, z), normalize(vec3(-0.5, 0.62, 0.6))), 0.0);
  float rim = clamp(r - (v_radius - u_rim_pixels), 0.0, 1.0);
  vec3 color = mix(min(v_color * light, 1.0), u_outline, rim);
  alpha *= mix(u_opacity, 1.0, v_emphasis);
  out_color = vec4(color * alpha, alpha);
}
