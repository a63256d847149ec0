#include "view/colors.h"
#include "math/numbers.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

vec3 hex(unsigned int rgb) {
  return vec3(static_cast<float>((rgb >> 16) & 255u), static_cast<float>((rgb >> 8) & 255u),
              static_cast<float>(rgb & 255u)) /
         255.0f;
}

// One grey for both themes: weight 0 must look the same in a picture taken in either.
constexpr unsigned int kSurfaceGrey = 0xaeb1b6;
// Apart from that grey and, by 3:1, from the view's ground in both themes.
constexpr unsigned int kNoWeightsGrey = 0x777b81;

Theme dark_theme() {
  Theme t{};
  t.background_top = hex(0x2b2f36);
  t.background_bottom = hex(0x1b1d21);
  t.panel = hex(0x22252a);
  t.raised = hex(0x2d3138);
  t.text = hex(0xe8eaed);
  t.text_dim = hex(0xa9afb8);
  t.hairline = hex(0x3a3f47);
  t.accent = hex(0xff9f45);
  t.hint = hex(0x6fb1ff);
  t.ok = hex(0x6fd08c);
  t.warning = hex(0xffd166);
  t.error = hex(0xff6b6b);
  t.axis = {hex(0xf0616d), hex(0x7bc86c), hex(0x5aa9f7)};
  t.surface = hex(kSurfaceGrey);
  t.bone = hex(0xe3eaf3);
  t.bone_outline = hex(0x16202c);
  t.bone_subtree = hex(0xffd3a6);
  t.grid = hex(0x3a3f47);
  t.grid_bold = hex(0x59606b);
  return t;
}

Theme light_theme() {
  Theme t{};
  t.background_top = hex(0xf3f4f6);
  t.background_bottom = hex(0xd9dce1);
  t.panel = hex(0xfafafa);
  t.raised = hex(0xffffff);
  t.text = hex(0x1d2126);
  t.text_dim = hex(0x5a626d);
  t.hairline = hex(0xd4d8de);
  t.accent = hex(0xb35500);
  t.hint = hex(0x0b63c5);
  t.ok = hex(0x1c7a3e);
  t.warning = hex(0x8a6100);
  t.error = hex(0xc02626);
  t.axis = {hex(0xc8323f), hex(0x37862a), hex(0x1f6fc9)};
  t.surface = hex(kSurfaceGrey);
  t.bone = hex(0xcfd9e6);
  t.bone_outline = hex(0x26405f);
  t.bone_subtree = hex(0xe6a266);
  t.grid = hex(0xc9ced6);
  t.grid_bold = hex(0x9aa1ac);
  return t;
}

float luminance(const vec3& srgb) {
  return glm::dot(srgb_to_linear(srgb), vec3(0.2126f, 0.7152f, 0.0722f));
}

vec3 from_oklch(float lightness, float chroma, float hue_degrees) {
  const float h = hue_degrees * kPi / 180.0f;
  return from_oklab({lightness, chroma * std::cos(h), chroma * std::sin(h)});
}

// Chroma and hue of the weight ramp at evenly spaced weights; lightness is linear in the weight.
// The chromas stay inside the sRGB gamut at their lightness, so that nothing is clamped and the
// lightness that is asked for is the lightness that comes out.
struct RampKnot {
  float chroma, hue;
};
constexpr std::array<RampKnot, 5> kRampKnots{
    {{0.170f, 287.0f}, {0.205f, 325.0f}, {0.185f, 375.0f}, {0.135f, 422.0f}, {0.095f, 464.0f}}};
constexpr float kRampDarkest = 0.35f;
constexpr float kRampLightest = 0.95f;

float catmull_rom(float p0, float p1, float p2, float p3, float t) {
  return p1 + 0.5f * t *
                  (p2 - p0 +
                   t * (2.0f * p0 - 5.0f * p1 + 4.0f * p2 - p3 + t * (3.0f * (p1 - p2) + p3 - p0)));
}

RampKnot knot(int i) {
  const int last = static_cast<int>(kRampKnots.size()) - 1;
  const auto at = [](int k) { return kRampKnots[static_cast<std::size_t>(k)]; };
  if (i < 0) return {2.0f * at(0).chroma - at(1).chroma, 2.0f * at(0).hue - at(1).hue};
  if (i > last) {
    return {2.0f * at(last).chroma - at(last - 1).chroma, 2.0f * at(last).hue - at(last - 1).hue};
  }
  return at(i);
}

}  // namespace

const Theme& theme(bool dark) {
  static const Theme kDark = dark_theme();
  static const Theme kLight = light_theme();
  return dark ? kDark : kLight;
}

vec3 to_oklab(const vec3& srgb) {
  const vec3 c = srgb_to_linear(srgb);
  const float l = std::cbrt(0.4122214708f * c.x + 0.5363325363f * c.y + 0.0514459929f * c.z);
  const float m = std::cbrt(0.2119034982f * c.x + 0.6806995451f * c.y + 0.1073969566f * c.z);
  const float s = std::cbrt(0.0883024619f * c.x + 0.2817188376f * c.y + 0.6299787005f * c.z);
  return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
          1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
          0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

vec3 from_oklab(const vec3& lab) {
  const float l = lab.x + 0.3963377774f * lab.y + 0.2158037573f * lab.z;
  const float m = lab.x - 0.1055613458f * lab.y - 0.0638541728f * lab.z;
  const float s = lab.x - 0.0894841775f * lab.y - 1.2914855480f * lab.z;
  const float l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  const vec3 linear{4.0767416621f * l3 - 3.3077115913f * m3 + 0.2309699292f * s3,
                    -1.2684380046f * l3 + 2.6097574011f * m3 - 0.3413193965f * s3,
                    -0.0041960863f * l3 - 0.7034186147f * m3 + 1.7076147010f * s3};
  return linear_to_srgb(glm::clamp(linear, vec3(0.0f), vec3(1.0f)));
}

float contrast(const vec3& a, const vec3& b) {
  const float la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

vec3 weight_zero_color() {
  return hex(kSurfaceGrey);
}

vec3 weight_color(float w) {
  if (!std::isfinite(w)) return not_finite_color();
  if (w <= 0.0f) return weight_zero_color();
  const float t = std::min(w, 1.0f);
  const int pieces = static_cast<int>(kRampKnots.size()) - 1;
  const float x = t * static_cast<float>(pieces);
  const int i = std::min(static_cast<int>(x), pieces - 1);
  const float f = x - static_cast<float>(i);
  const RampKnot a = knot(i - 1), b = knot(i), c = knot(i + 1), d = knot(i + 2);
  return from_oklch(kRampDarkest + (kRampLightest - kRampDarkest) * t,
                    catmull_rom(a.chroma, b.chroma, c.chroma, d.chroma, f),
                    catmull_rom(a.hue, b.hue, c.hue, d.hue, f));
}

const std::array<vec3, kRampSize>& weight_ramp() {
  static const std::array<vec3, kRampSize> kRamp = [] {
    std::array<vec3, kRampSize> ramp;
    for (int k = 0; k < kRampSize; ++k) {
      ramp[static_cast<std::size_t>(k)] =
          weight_color((static_cast<float>(k) + 0.5f) / static_cast<float>(kRampSize));
    }
    return ramp;
  }();
  return kRamp;
}

vec3 not_finite_color() {
  return {1.0f, 0.0f, 0.0f};
}
vec3 no_weights_color() {
  return hex(kNoWeightsGrey);
}

vec3 signed_color(float t) {
  if (!std::isfinite(t)) return not_finite_color();
  if (t == 0.0f) return weight_zero_color();
  struct End {
    float lightness, chroma, hue;
  };
  const bool above = t > 0.0f;
  const End near = above ? End{0.84f, 0.085f, 70.0f} : End{0.82f, 0.095f, 235.0f};
  const End far = above ? End{0.50f, 0.125f, 50.0f} : End{0.38f, 0.150f, 262.0f};
  const float x = std::min(std::abs(t), 1.0f);
  return from_oklch(glm::mix(near.lightness, far.lightness, x),
                    glm::mix(near.chroma, far.chroma, x), glm::mix(near.hue, far.hue, x));
}

const std::array<vec3, kRampSize>& signed_ramp() {
  static const std::array<vec3, kRampSize> kRamp = [] {
    std::array<vec3, kRampSize> ramp;
    for (int k = 0; k < kRampSize; ++k) {
      ramp[static_cast<std::size_t>(k)] = signed_color(
          2.0f * (static_cast<float>(k) + 0.5f) / static_cast<float>(kRampSize) - 1.0f);
    }
    return ramp;
  }();
  return kRamp;
}

vec3 to_cielab(const vec3& srgb) {
  const vec3 c = srgb_to_linear(srgb);
  const float x = (0.4124564f * c.r + 0.3575761f * c.g + 0.1804375f * c.b) / 0.95047f;
  const float y = 0.2126729f * c.r + 0.7151522f * c.g + 0.0721750f * c.b;
  const float z = (0.0193339f * c.r + 0.1191920f * c.g + 0.9503041f * c.b) / 1.08883f;
  const auto f = [](float t) {
    return t > 216.0f / 24389.0f ? std::cbrt(t) : (24389.0f / 27.0f * t + 16.0f) / 116.0f;
  };
  return {116.0f * f(y) - 16.0f, 500.0f * (f(x) - f(y)), 200.0f * (f(y) - f(z))};
}

vec3 seen_without_green(const vec3& srgb) {
  const vec3 c = srgb_to_linear(srgb);
  return linear_to_srgb(glm::clamp(vec3(0.367322f * c.r + 0.860646f * c.g - 0.227968f * c.b,
                                        0.280085f * c.r + 0.672501f * c.g + 0.047413f * c.b,
                                        -0.011820f * c.r + 0.042940f * c.g + 0.968881f * c.b),
                                   0.0f, 1.0f));
}

vec3 seen_without_red(const vec3& srgb) {
  const vec3 c = srgb_to_linear(srgb);
  return linear_to_srgb(glm::clamp(vec3(0.152286f * c.r + 1.052583f * c.g - 0.204868f * c.b,
                                        0.114503f * c.r + 0.786281f * c.g + 0.099216f * c.b,
                                        -0.003882f * c.r - 0.048116f * c.g + 1.051998f * c.b),
                                   0.0f, 1.0f));
}

vec3 seen_without_blue(const vec3& srgb) {
  const vec3 c = srgb_to_linear(srgb);
  return linear_to_srgb(glm::clamp(vec3(1.255528f * c.r - 0.076749f * c.g - 0.178779f * c.b,
                                        -0.078411f * c.r + 0.930809f * c.g + 0.147602f * c.b,
                                        0.004733f * c.r + 0.691367f * c.g + 0.303900f * c.b),
                                   0.0f, 1.0f));
}

vec3 joint_hue_color(float degrees, float lightness) {
  // 0.12 is about the largest chroma that sRGB holds at the middle lightness for every hue.
  return from_oklch(lightness, 0.12f, degrees);
}

}  // namespace bindpose
