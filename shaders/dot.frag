uniform float u_radius;
uniform float u_alpha;
uniform vec3 u_color, u_outline;  // sRGB

out vec4 out_color;

void main() {
  float r = length((gl_PointCoord - 0.5) * (2.0 * u_radius + 2.0));
  float alpha = u_alpha * clamp(u_radius + 0.5 - r, 0.0, 1.0);
  if (alpha <= 0.0) discard;
  vec3 color = mix(u_color, u_outline, clamp(r - (u_radius - 1.2), 0.0, 1.0));
  out_color = vec4(color * alpha, alpha);
}
