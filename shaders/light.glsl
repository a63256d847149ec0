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

// Light that may exceed 1 to a picture's [0, 1]. TONE_PLAIN: cut off at 1. TONE_FILMIC: the curve of film, with
// a toe and a long shoulder (fit of the ACES output transform by K. Narkowicz 2015, at its exposure of 0.6).
// Neither: colours up to 0.75 as they are, what is brighter runs softly towards 1.
vec3 toned(vec3 c) {
#if defined(TONE_PLAIN)
  return min(c, 1.0);
#elif defined(TONE_FILMIC)
  c = 0.6 * max(c, 0.0);
  return c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
#else
  vec3 over = max(c - 0.75, 0.0);
  return min(c, 0.75) + 0.25 * over / (over + 0.25);
#endif
}

// The highlight of the key light on what is no metal: GGX without shadowing. `spread`: (roughness^2)^2.
float key_highlight(vec3 n, vec3 to_eye, float spread) {
  float h = max(dot(n, normalize(kKey + to_eye)), 0.0);
  float d = h * h * (spread - 1.0) + 1.0;
  return 0.0106 * spread / (d * d) * max(dot(n, kKey), 0.0);
}

// n: unit normal, to_eye: unit, up: the world's up; all in view space.
vec3 studio_light(vec3 base, vec3 n, vec3 to_eye, vec3 up, float spread) {
  float sky = 0.5 * dot(n, up) + 0.5;
  vec3 light = mix(vec3(0.075, 0.070, 0.068), vec3(0.19, 0.205, 0.23), sky);
  light += wrapped(n, kKey) * vec3(1.06, 1.03, 0.98);
  light += wrapped(n, kFill) * vec3(0.10, 0.115, 0.14);
  vec3 color = base * light;

  float edge = 1.0 - max(dot(n, to_eye), 0.0);
  float rim = edge * edge * edge * wrapped(n, kRim);
  color += rim * vec3(0.36, 0.40, 0.46) * (0.3 + 0.7 * base);
  return color + key_highlight(n, to_eye, spread);
}

// Light for data, a factor for sRGB values: enough to see the form, little enough that colours keep
// their value.
float matte_light(vec3 n, vec3 to_eye) {
  return 0.77 + 0.23 * wrapped(n, normalize(kKey + 1.2 * to_eye));
}

// The sRGB curve by square roots (our fit: a third of an 8-bit step off, near black up to three steps):
// software renderers pay dearly for pow.
vec3 srgb_from_linear(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  vec3 root2 = sqrt(c), root4 = sqrt(root2), root8 = sqrt(root4);
  return max(0.6655 * root2 + 0.6862 * root4 - 0.3265 * root8 - 0.0252 * c, 0.0);
}

// The sRGB curve as IEC 61966-2-1 has it.
vec3 exact_srgb(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// OKLab (B. Ottosson 2020) to sRGB.
vec3 srgb_from_oklab(vec3 lab) {
  vec3 root = vec3(lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z,
                   lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z,
                   lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z);
  vec3 c = root * root * root;
  return srgb_from_linear(
      vec3(4.0767416621 * c.x - 3.3077115913 * c.y + 0.2309699292 * c.z,
           -1.2684380046 * c.x + 2.6097574011 * c.y - 0.3413193965 * c.z,
           -0.0041960863 * c.x - 0.7034186147 * c.y + 1.7076147010 * c.z));
}
