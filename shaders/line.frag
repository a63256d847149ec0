flat in vec4 v_color;
noperspective in vec3 v_across;

out vec4 out_color;

void main() {
  float alpha = v_color.a * clamp((v_across.z - abs(v_across.x)) / (v_across.z - v_across.y), 0.0, 1.0);
  if (alpha <= 0.0) discard;
  out_color = vec4(v_color.rgb * alpha, alpha);
}
