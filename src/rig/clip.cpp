#include "rig/clip.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace bindpose {
namespace {

float mix(float a, float b, float s) {
  return a + s * (b - a);
}

vec3 mix(const vec3& a, const vec3& b, float s) {
  return a + s * (b - a);
}

quat mix(const quat& a, quat b, float s) {
  float cosine = glm::dot(a, b);
  if (cosine < 0.0f) {  // -b is the same rotation, the short way round
    b = -b;
    cosine = -cosine;
  }
  if (cosine > 0.9995f) return glm::normalize(a * (1.0f - s) + b * s);
  const float angle = std::acos(cosine);
  return glm::normalize((a * std::sin((1.0f - s) * angle) + b * std::sin(s * angle)) *
                        (1.0f / std::sin(angle)));
}

float finish(float v) {
  return v;
}
vec3 finish(const vec3& v) {
  return v;
}
quat finish(const quat& q) {
  const float length = glm::length(q);
  return length > 0.0f ? q * (1.0f / length) : quat(1.0f, 0.0f, 0.0f, 0.0f);
}

// glTF 2.0, appendix C: Hermite spline whose stored tangents are per second.
template <typename T>
T hermite(const Keys<T>& keys, std::size_t k, double s, double interval) {
  const T& from = keys.value[3 * k + 1];
  const T& leaving = keys.value[3 * k + 2];
  const T& arriving = keys.value[3 * k + 3];
  const T& to = keys.value[3 * k + 4];
  const double s2 = s * s;
  const double s3 = s2 * s;
  return from * static_cast<float>(2 * s3 - 3 * s2 + 1) +
         leaving * static_cast<float>(interval * (s3 - 2 * s2 + s)) +
         to * static_cast<float>(3 * s2 - 2 * s3) +
         arriving * static_cast<float>(interval * (s3 - s2));
}

template <typename T>
T sample(const Keys<T>& keys, double time, const T& fallback) {
  const bool cubic = keys.interpolation == Interpolation::Cubic;
  const std::size_t per_key = cubic ? 3 : 1;
  const std::size_t count = std::min(keys.time.size(), keys.value.size() / per_key);
  if (count == 0) return fallback;
  const auto value = [&](std::size_t k) {
    return finish(keys.value[per_key * k + (cubic ? 1 : 0)]);
  };

  const auto first = keys.time.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(count);
  const auto after = std::upper_bound(first, last, time);
  if (after == first) return value(0);
  if (after == last) return value(count - 1);
  const std::size_t k = static_cast<std::size_t>(after - first) - 1;
  if (keys.interpolation == Interpolation::Step) return value(k);
  const double interval = keys.time[k + 1] - keys.time[k];
  const double s = (time - keys.time[k]) / interval;
  if (cubic) return finish(hermite(keys, k, s, interval));
  return mix(value(k), value(k + 1), static_cast<float>(s));
}

quat about_axis(int axis, float radians) {
  quat q(std::cos(0.5f * radians), 0.0f, 0.0f, 0.0f);
  vec3 v(0.0f);
  v[axis] = std::sin(0.5f * radians);
  q.x = v.x;
  q.y = v.y;
  q.z = v.z;
  return q;
}

Transform sample_curves(const ComponentCurves& curves, double time) {
  const vec3 value = sample(curves, time);
  Transform out;
  if (curves.target == CurveTarget::Translation) out.t = value;
  if (curves.target == CurveTarget::Rotation) out.q = rotation_from_euler(value, curves.order);
  if (curves.target == CurveTarget::Scale) out.s = value;
  return out;
}

vec3 product(const std::vector<ComponentCurves>& scales, double time) {
  vec3 out(1.0f);
  for (const ComponentCurves& s : scales) out = out * sample(s, time);
  return out;
}

}  // namespace

TrackFactor constant_factor(const mat4& matrix) {
  TrackFactor out;
  out.constant = true;
  out.matrix = matrix;
  return out;
}

mat4 inherit_scales(const mat4& local, const vec3& left_out, const vec3& taken_over) {
  constexpr float kLeastDivisor = 1e-12f;
  mat4 out = local;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      out[c][r] *= taken_over[c];
      if (std::abs(left_out[r]) > kLeastDivisor) out[c][r] /= left_out[r];
    }
  }
  return out;
}

vec3 sample(const ComponentCurves& curves, double time) {
  return {sample(curves.axis[0], time, curves.fallback.x),
          sample(curves.axis[1], time, curves.fallback.y),
          sample(curves.axis[2], time, curves.fallback.z)};
}

quat rotation_from_euler(const vec3& radians, EulerOrder order) {
  constexpr int kAxes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
  const int* axis = kAxes[static_cast<std::size_t>(order)];
  return about_axis(axis[2], radians[axis[2]]) * about_axis(axis[1], radians[axis[1]]) *
         about_axis(axis[0], radians[axis[0]]);
}

Transform sample(const TrackFactor& factor, double time) {
  if (factor.constant) return decompose(factor.matrix);
  if (factor.curves.target != CurveTarget::None) return sample_curves(factor.curves, time);
  return {sample(factor.translation, time, factor.fallback.t),
          sample(factor.rotation, time, factor.fallback.q),
          sample(factor.scale, time, factor.fallback.s)};
}

mat4 sample(const JointTrack& track, double time) {
  mat4 local(1.0f);
  for (const TrackFactor& factor : track.factors) {
    local = mul_affine(local, factor.constant ? factor.matrix : to_matrix(sample(factor, time)));
  }
  if (!track.left_out.empty() || !track.taken_over.empty()) {
    local = inherit_scales(local, product(track.left_out, time), product(track.taken_over, time));
  }
  return local;
}

void sample_clip(const Clip& clip, const Skeleton& skeleton, double time,
                 std::span<mat4> base_local) {
  assert(base_local.size() == skeleton.rest_local.size());
  std::copy(skeleton.rest_local.begin(), skeleton.rest_local.end(), base_local.begin());
  const double clamped = std::clamp(time, 0.0, std::max(clip.duration, 0.0));
  for (const JointTrack& track : clip.tracks) {
    if (track.joint < 0 || track.joint >= skeleton.size() || track.factors.empty()) continue;
    base_local[static_cast<std::size_t>(track.joint)] = sample(track, clamped);
  }
}

void sample_morphs(const Clip& clip, double time, std::span<float> weight) {
  const double clamped = std::clamp(time, 0.0, std::max(clip.duration, 0.0));
  for (const MorphTrack& track : clip.morphs) {
    if (track.channel < 0 || static_cast<std::size_t>(track.channel) >= weight.size()) continue;
    float& m = weight[static_cast<std::size_t>(track.channel)];
    m = track.curve.key.empty() ? sample(track.weight, clamped, m)
                                : sample(track.curve, clamped, m);
  }
}

}  // namespace bindpose
