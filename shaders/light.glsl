// A studio of three lights that is fixed to the camera: directions in view space, x right, y up, z towards
// the eye. All colours linear.

const vec3 kKey = vec3(-0.50, 0.62, 0.60);   // high from the left
const vec3 kFill = vec3(0.80, 0.05, 0.60);   // soft, from the right
const vec3 kRim = vec3(0.45, 0.45, -0.77);   // from behind, separates the silhouette

// Wraps the light around the form: no hard terminator (half-Lambert).
float wrapped(vec3 n, vec3 light) {
  float h = 0.5 * dot(n, light) + 0.5;
  return h * h;
}

// n: unit normal, to_eye: unit, up: the world's up; all in view space.
vec3 studio_light(vec3 base, vec3 n, vec3 to_eye, vec3 up) {
  float sky = 0.5 * dot(n, up) + 0.5;
  vec3 light = mix(vec3(0.115, 0.105, 0.10), vec3(0.21, 0.225, 0.25), sky);
  light += wrapped(n, kKey) * vec3(0.86, 0.835, 0.79);
  light += wrapped(n, kFill) * vec3(0.13, 0.145, 0.17);
  vec3 color = base * light;

  float facing = max(dot(n, to_eye), 0.0);
  float edge = 1.0 - facing;
  float rim = edge * edge * edge * wrapped(n, kRim);
  color += rim * vec3(0.30, 0.33, 0.38) * (0.35 + 0.65 * base);

  vec3 half_way = normalize(kKey + to_eye);
  float highlight = max(dot(n, half_way), 0.0);
  highlight *= highlight;  // ^2
  highlight *= highlight;  // ^4
  highlight *= highlight;  // ^8
  highlight *= highlight;  // ^16
  color += highlight * highlight * 0.075;
  return color;
}

// Light for data: enough to see the form, little enough that colours keep their value.
float matte_light(vec3 n, vec3 to_eye) {
  return 0.80 + 0.20 * wrapped(n, normalize(kKey + 1.5 * to_eye));
}

vec3 srgb_from_linear(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThan(c, vec3(0.0031308)));
}

vec3 linear_from_srgb(vec3 c) {
  return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThan(c, vec3(0.04045)));
}
