flat in vec4 v_color;
flat in float v_half_width;
noperspective in float v_across;

out vec4 out_color;

void main() {
  float alpha = v_color.a * clamp(v_half_width + 0.5 - abs(v_across), 0.0, 1.0);
  out_color = vec4(v_color.rgb * alpha, alpha);
}
