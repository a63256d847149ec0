// Red: what touches the ground or nearly does. Green: all of it, weaker with height.
in float v_height;
out vec4 out_color;

void main() {
  float h = max(v_height, 0.0);
  out_color = vec4(exp(-20.0 * h), exp(-3.5 * h), 0.0, 1.0);
}
