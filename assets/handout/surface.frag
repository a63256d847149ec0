// The surface: its material, or a map on it. Behind shaders/light.glsl.
in vec3 v_position, v_normal, v_map, v_corner;
in vec2 v_uv;
flat in vec3 v_first, v_second, v_third;
uniform int u_style;          // 0 material, 1 ramp, 2 colour, 3 classes, 4 one colour
uniform vec4 u_base;
uniform sampler2D u_image;
uniform float u_has_image, u_spread, u_xray, u_flat;
uniform vec3 u_up;
uniform sampler2D u_ramp;
uniform float u_low, u_high;
uniform vec3 u_zero, u_none;
out vec4 out_color;
vec3 linear_from_srgb(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
vec3 ramp_color() {
  if (v_map.x < -0.5e30) return u_none;
  if (v_map.x == 0.0 || (u_low == 0.0 && v_map.x < 0.0)) return u_zero;
  return texture(u_ramp, vec2((v_map.x - u_low) / (u_high - u_low), 0.5)).rgb;
}
vec3 map_color() {
  if (u_style == 1) return ramp_color();
  if (u_style == 2) return srgb_from_oklab(v_map);
  if (u_style == 4) return u_base.rgb;
  bool first = v_corner.x >= v_corner.y && v_corner.x >= v_corner.z;
  return srgb_from_oklab(first ? v_first : v_corner.y >= v_corner.z ? v_second : v_third);
}
void main() {
  vec3 face = cross(dFdx(v_position), dFdy(v_position));
  float n2 = dot(v_normal, v_normal);
  vec3 n = n2 > 0.0 ? v_normal * inversesqrt(n2) : vec3(0.0, 0.0, 1.0);
  if (dot(n, face) < 0.0) n = -n;
  float area = dot(face, face);
  if (u_flat > 0.0 && area > 0.0) n = face * inversesqrt(area);
  vec3 to_eye = normalize(-v_position), color;
  if (u_style == 0) {
    vec3 base = u_base.rgb;
    if (u_has_image > 0.5) base *= linear_from_srgb(texture(u_image, v_uv).rgb);
    color = srgb_from_linear(toned(studio_light(base, n, to_eye, u_up, u_spread)));
  } else {
    color = map_color() * matte_light(n, to_eye);
  }
  float alpha = 1.0;
  if (u_xray > 0.0) {
    float away = 1.0 - abs(dot(n, to_eye));
    alpha = mix(u_xray, 0.95, away * away * sqrt(away));
  }
  out_color = vec4(color * alpha, alpha);
}
