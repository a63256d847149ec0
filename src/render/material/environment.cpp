#include "render/material/environment.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

namespace bindpose {
namespace {

constexpr int kSide = 32;  // pixels of the first level's faces
constexpr int kLevelSamples[kEnvironmentLevels] = {1, 64, 96, 128};

// A flat light with soft sides, seen from the middle of the room.
struct SoftBox {
  vec3 z, x, y;    // towards its middle, along its width and its height
  vec2 half;       // its half width and height at distance 1
  float softness;  // of its sides, at distance 1
  vec3 radiance;

  SoftBox(const vec3& towards, const vec2& sides, float soft, const vec3& light)
      : z(glm::normalize(towards)),
        x(glm::normalize(glm::cross(vec3(0.0f, 1.0f, 0.0f), z))),
        y(glm::cross(z, x)),
        half(sides),
        softness(soft),
        radiance(light) {}
};

// The directions are those of light.glsl. What a box and its glow send into the room adds up to
// what wrapped() spreads over a matte surface: a third of the light's colour, as a mean over all
// directions.
const SoftBox kBoxes[] = {
    {vec3(-0.50f, 0.62f, 0.60f), vec2(0.42f, 0.50f), 0.10f, vec3(3.1f, 3.0f, 2.85f)},
    {vec3(0.80f, 0.05f, 0.60f), vec2(0.20f, 0.75f), 0.12f, vec3(0.62f, 0.70f, 0.85f)},
    {vec3(0.45f, 0.45f, -0.77f), vec2(0.22f, 0.70f), 0.12f, vec3(1.3f, 1.45f, 1.65f)},
};
const vec3 kGlow = 0.47f * vec3(1.06f, 1.03f, 0.98f);  // around the key light

float smooth_side(float distance, float half, float softness) {
  const float t = std::clamp((half + softness - distance) / (2.0f * softness), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

vec3 light_of(const SoftBox& box, const vec3& direction) {
  const float depth = glm::dot(direction, box.z);
  if (depth <= 0.0f) return vec3(0.0f);
  const float u = std::abs(glm::dot(direction, box.x)) / depth,
              v = std::abs(glm::dot(direction, box.y)) / depth;
  return smooth_side(u, box.half.x, box.softness) * smooth_side(v, box.half.y, box.softness) *
         box.radiance;
}

// The direction of a texel: OpenGL 3.3, table 3.20.
vec3 direction_of(int face, float s, float t) {
  const vec3 direction[] = {{1.0f, -t, -s}, {-1.0f, -t, s}, {s, 1.0f, t},
                            {s, -1.0f, -t}, {s, -t, 1.0f},  {-s, -t, -1.0f}};
  return glm::normalize(direction[face]);
}

// Points that fill a square evenly (Hammersley): i / n, and i with its binary digits in reverse.
float reversed_digits(unsigned i) {
  float value = 0.0f;
  for (float digit = 0.5f; i != 0; i >>= 1, digit *= 0.5f) value += digit * float(i & 1u);
  return value;
}

struct Sample {
  vec3 direction;  // around z
  float weight;
};

// Directions in which a rough surface along z reflects an eye along z.
std::vector<Sample> reflections(float roughness, int count) {
  std::vector<Sample> out;
  const float a = roughness * roughness;
  for (int i = 0; i < count; ++i) {
    const float turn =
        2.0f * std::numbers::pi_v<float> * (static_cast<float>(i) + 0.5f) / float(count);
    const float part = reversed_digits(static_cast<unsigned>(i)) + 0.5f / float(count);
    const float cosine = std::sqrt((1.0f - part) / (1.0f + (a * a - 1.0f) * part));
    const float sine = std::sqrt(std::max(1.0f - cosine * cosine, 0.0f));
    const vec3 half{sine * std::cos(turn), sine * std::sin(turn), cosine};
    const vec3 direction = 2.0f * cosine * half - vec3(0.0f, 0.0f, 1.0f);
    if (direction.z > 0.0f) out.push_back({direction, direction.z});
  }
  return out;
}

vec3 blurred(const vec3& z, const std::vector<Sample>& samples) {
  const vec3 aside = std::abs(z.z) < 0.9f ? vec3(0.0f, 0.0f, 1.0f) : vec3(1.0f, 0.0f, 0.0f);
  const vec3 x = glm::normalize(glm::cross(aside, z)), y = glm::cross(z, x);
  vec3 sum{0.0f};
  float weights = 0.0f;
  for (const Sample& s : samples) {
    sum += s.weight * studio_radiance(s.direction.x * x + s.direction.y * y + s.direction.z * z);
    weights += s.weight;
  }
  return sum / weights;
}

}  // namespace

vec3 studio_radiance(const vec3& direction) {
  const float along = glm::dot(direction, kBoxes[0].z);
  // The light of which wrapped() is what arrives on a matte surface is c (c + 3/4), as a polynomial
  // in the cosine, by the factors of R. Ramamoorthi and P. Hanrahan (2001).
  vec3 sum = kGlow * std::max(along * (along + 0.75f), 0.0f);
  for (const SoftBox& box : kBoxes) sum += light_of(box, direction);
  return sum;
}

EnvironmentTexels compute_environment() {
  EnvironmentTexels all;
  for (int level = 0; level < kEnvironmentLevels; ++level) {
    const int side = kSide >> level;
    const auto roughness = static_cast<float>(level) / (kEnvironmentLevels - 1);
    const std::vector<Sample> samples =
        level > 0 ? reflections(roughness, kLevelSamples[level]) : std::vector<Sample>{};
    for (int face = 0; face < 6; ++face) {
      std::vector<vec3>& texels = all.emplace_back();
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          const auto at = [&](int i) { return (2.0f * float(i) + 1.0f) / float(side) - 1.0f; };
          const vec3 direction = direction_of(face, at(x), at(y));
          texels.push_back(level > 0 ? blurred(direction, samples) : studio_radiance(direction));
        }
      }
    }
  }
  return all;
}

GlTexture make_environment(const EnvironmentTexels& texels) {
  GlTexture texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_CUBE_MAP, texture.id());
  for (int level = 0; level < kEnvironmentLevels; ++level) {
    const int side = kSide >> level;
    for (int face = 0; face < 6; ++face) {
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(face), level, GL_RGB16F,
                   side, side, 0, GL_RGB, GL_FLOAT,
                   texels[static_cast<std::size_t>(6 * level + face)].data());
    }
  }
  glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAX_LEVEL, kEnvironmentLevels - 1);
  glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  for (const GLenum wrap :
       std::initializer_list<GLenum>{GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
    glTexParameteri(GL_TEXTURE_CUBE_MAP, wrap, GL_CLAMP_TO_EDGE);
  return texture;
}

}  // namespace bindpose
