#include "io/assimp_inherit.h"

#include <algorithm>
#include <cmath>

#include "math/transform.h"

namespace bindpose {
namespace {

constexpr float kUnitTolerance = 1e-5f;
constexpr int kPartsOfInterval = 16;

bool is_one(const vec3& s) {
  return glm::length(s - vec3(1.0f)) < kUnitTolerance;
}

vec3 reciprocal(const vec3& s) {
  vec3 out(1.0f);
  for (int k = 0; k < 3; ++k) {
    if (std::abs(s[k]) > 1e-12f && std::isfinite(1.0f / s[k])) out[k] = 1.0f / s[k];
  }
  return out;
}

Keys<vec3> reciprocal(const Keys<vec3>& keys) {
  Keys<vec3> out;
  out.interpolation = keys.interpolation;
  for (std::size_t k = 0; k < keys.value.size(); ++k) {
    const bool curved = k > 0 && keys.interpolation == Interpolation::Linear &&
                        glm::length(keys.value[k] - keys.value[k - 1]) > kUnitTolerance;
    for (int part = 1; curved && part < kPartsOfInterval; ++part) {
      const float s = static_cast<float>(part) / kPartsOfInterval;
      out.time.push_back(keys.time[k - 1] + (keys.time[k] - keys.time[k - 1]) * double{s});
      out.value.push_back(reciprocal(keys.value[k - 1] + s * (keys.value[k] - keys.value[k - 1])));
    }
    out.time.push_back(keys.time[k]);
    out.value.push_back(reciprocal(keys.value[k]));
  }
  return out;
}

// The translation of a factor alone; the factor loses it.
TrackFactor take_translation(TrackFactor& factor) {
  if (factor.constant) {
    const TrackFactor out = constant_factor(to_matrix({vec3(factor.matrix[3])}));
    factor.matrix[3] = vec4(0.0f, 0.0f, 0.0f, 1.0f);
    return out;
  }
  TrackFactor out;
  out.translation = std::move(factor.translation);
  out.fallback.t = factor.fallback.t;
  factor.translation = {};
  factor.fallback.t = vec3(0.0f);
  return out;
}

}  // namespace

TrackFactor constant_factor(const mat4& matrix) {
  TrackFactor out;
  out.constant = true;
  out.matrix = matrix;
  return out;
}

mat4 without_parent_scale(const mat4& local, const vec3& parent_scale) {
  if (is_one(parent_scale)) return local;
  mat4 linear = local;
  linear[3] = vec4(0.0f, 0.0f, 0.0f, 1.0f);
  return to_matrix({vec3(local[3]), {1.0f, 0.0f, 0.0f, 0.0f}, reciprocal(parent_scale)}) * linear;
}

void take_parent_scale_off(std::vector<TrackFactor>& factors, const Keys<vec3>& parent_scale) {
  if (factors.empty() || !scales(parent_scale)) return;
  TrackFactor translation = take_translation(factors.front());
  TrackFactor compensation;
  compensation.scale = reciprocal(parent_scale);
  factors.insert(factors.begin(), {std::move(translation), std::move(compensation)});
}

bool scales(const Keys<vec3>& keys) {
  return !std::all_of(keys.value.begin(), keys.value.end(), is_one);
}

}  // namespace bindpose
