// One direction of a Gaussian blur: narrow for red, wide for green.
uniform sampler2D u_texture;
uniform vec2 u_direction;

out vec4 out_color;

const int kTaps = 9;

void main() {
  ivec2 last = textureSize(u_texture, 0) - 1;
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 direction = ivec2(u_direction);
  vec2 sum = vec2(0.0), weights = vec2(0.0);
  for (int i = -kTaps; i <= kTaps; ++i) {
    float d = float(i * i);
    vec2 weight = vec2(exp(-d / 6.0), exp(-d / 48.0));
    sum += weight * texelFetch(u_texture, clamp(here + i * direction, ivec2(0), last), 0).rg;
    weights += weight;
  }
  out_color = vec4(sum / weights, 0.0, 1.0);
}
