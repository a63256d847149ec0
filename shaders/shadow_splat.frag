// Red: what touches the ground or nearly does. Green: all of it, weaker with height.
out vec4 out_color;

void main() {
  float h = max(4.0 * gl_FragCoord.z - 1.0, 0.0);  // above the ground, in model sizes
  out_color = vec4(exp(-20.0 * h), exp(-3.5 * h), 0.0, 1.0);
}
