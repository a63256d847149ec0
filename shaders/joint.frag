flat in vec4 v_color;            // alpha: emphasis
noperspective in vec3 v_offset;  // pixels from the centre, and the radius

uniform vec3 u_outline;
uniform float u_rim_pixels;
uniform float u_opacity;  // of a quiet one

out vec4 out_color;

void main() {
  float r = length(v_offset.xy), radius = v_offset.z;
  float alpha = clamp(radius + 0.5 - r, 0.0, 1.0);
  if (alpha <= 0.0) discard;
  vec2 xy = v_offset.xy / radius;
  float z = sqrt(max(1.0 - dot(xy, xy), 0.0));
  float light = 0.70 + 0.45 * max(dot(vec3(xy, z), normalize(vec3(-0.5, 0.62, 0.6))), 0.0);
  float rim = clamp(r - (radius - u_rim_pixels), 0.0, 1.0);
  vec3 color = mix(min(v_color.rgb * light, 1.0), u_outline, rim);
  alpha *= mix(u_opacity, 1.0, v_color.a);
  out_color = vec4(color * alpha, alpha);
}
