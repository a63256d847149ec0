in vec3 v_view;
in vec3 v_normal;
flat in vec4 v_color;

uniform float u_perspective;  // 0: the eye is at infinity

out vec4 out_color;

// Clear where it is seen straight on, denser towards its outline, so that what is inside can be read.
void main() {
  vec3 eye = u_perspective > 0.5 ? normalize(-v_view) : vec3(0.0, 0.0, 1.0);
  float facing = abs(dot(normalize(v_normal), eye));
  float rim = pow(1.0 - facing, 2.5);
  float alpha = v_color.a * mix(0.12, 0.9, rim);
  out_color = vec4(v_color.rgb * alpha, alpha);
}
