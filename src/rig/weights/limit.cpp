#include "rig/weights/limit.h"

#include <algorithm>
#include <vector>

#include "rig/deformer_distance.h"

namespace bindpose {
namespace {

std::uint32_t kept_of(int limit) {
  return static_cast<std::uint32_t>(std::max(limit, 1));
}

// The changes of the weights add up to 0, so candidates may be measured from any point: from the
// strongest one they are small, and the small result keeps its digits.
void linear_limit_distance(const SkinningInput& in, int limit, std::span<float> out) {
  const Influences& w = in.weights;
  const std::uint32_t kept = kept_of(limit);
  for (std::size_t i = 0; i < w.vertex_count(); ++i) {
    const std::uint32_t first = w.offset[i], last = w.offset[i + 1];
    out[i] = 0.0f;
    if (last - first <= kept) continue;
    float sum = 0.0f;
    for (std::uint32_t k = first; k < first + kept; ++k) sum += w.weight[k];
    const vec4 p(in.position[i], 1.0f);
    const vec3 strongest(in.palette[w.slot[first]] * p);
    vec3 moved(0.0f);
    for (std::uint32_t k = first; k < last; ++k) {
      const float now = k < first + kept ? w.weight[k] / sum : 0.0f;
      moved += (now - w.weight[k]) * (vec3(in.palette[w.slot[k]] * p) - strongest);
    }
    out[i] = glm::length(moved);
  }
}

// By two runs of the deformer.
void any_limit_distance(const SkinningInput& in, Deformer method, int limit, std::span<float> out) {
  const Influences fewer = limited(in.weights, limit);
  const SkinningInput all = with_weights(in, in.weights), kept = with_weights(in, fewer);
  std::vector<vec3> with_all(out.size()), with_kept(out.size());
  info_of(method).deform(all, with_all, {});
  info_of(method).deform(kept, with_kept, {});
  const Influences& w = in.weights;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool loses = looks_around(method) || w.offset[i + 1] - w.offset[i] > kept_of(limit);
    out[i] = loses ? glm::length(with_all[i] - with_kept[i]) : 0.0f;
  }
}

// The weights of each vertex before end(first, last), made to add up to 1 where some are left out.
template <typename End>
Influences cut_by(const Influences& in, const End& end) {
  Influences out;
  out.raw_weight_sum = in.raw_weight_sum;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    const std::uint32_t first = in.offset[i];
    const std::uint32_t last = end(first, in.offset[i + 1]);
    const bool loses = last < in.offset[i + 1];
    float sum = 0.0f;
    for (std::uint32_t k = first; k < last; ++k) sum += in.weight[k];
    for (std::uint32_t k = first; k < last; ++k) {
      out.slot.push_back(in.slot[k]);
      out.weight.push_back(loses ? in.weight[k] / sum : in.weight[k]);
    }
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
  }
  return out;
}

}  // namespace

Influences limited(const Influences& in, int limit) {
  return cut_by(in, [&](std::uint32_t first, std::uint32_t last) {
    return std::min(last, first + kept_of(limit));
  });
}

Influences limited_evenly(const Influences& in, int limit) {
  return cut_by(in, [&](std::uint32_t first, std::uint32_t last) {
    const auto weight_at = [&](std::size_t k) { return in.weight[first + k]; };
    return first + static_cast<std::uint32_t>(kept_evenly(last - first, limit, weight_at));
  });
}

void limit_distance(const SkinningInput& in, Deformer method, int limit, std::span<float> out) {
  method = resolved(method, in.skin);
  if (method == Deformer::Linear) {
    linear_limit_distance(in, limit, out);
  } else {
    any_limit_distance(in, method, limit, out);
  }
  drop_rounding(in, out);
  if (method != Deformer::Linear || in.use != WeightUse::Raw) return;
  // The linear blend is linear in the weights; the others do not see the sum.
  const std::vector<float>& sum = in.weights.raw_weight_sum;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] != 0.0f) out[i] *= sum[i];  // not below 0: weights are positive
  }
}

}  // namespace bindpose
