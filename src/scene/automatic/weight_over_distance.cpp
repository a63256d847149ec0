#include "scene/automatic/weight_over_distance.h"

#include <algorithm>

#include "scene/segment_binding.h"

namespace bindpose {
namespace {

constexpr std::size_t kDistanceBins = 40;

struct DistantWeight {
  float distance, weight;
};

}  // namespace

WeightOverDistance weight_over_distance(const Scene& scene, int joint, float longest) {
  const Model& model = *scene.model;
  const std::vector<BoneSegment> segments = bind_segments(model);
  const auto segment = std::ranges::find(segments, joint, &BoneSegment::joint);
  WeightOverDistance out;
  if (segment == segments.end()) return out;
  std::vector<DistantWeight> all;
  float farthest = 0.0f;
  for (const int m : meshes_to_bind(model)) {
    const mat4 to_world = to_bind_world(model, m);
    const std::vector<float> weight =
        joint_weights(binding_of(scene, static_cast<std::size_t>(m)), joint);
    const std::vector<vec3>& position = model.meshes[static_cast<std::size_t>(m)].position;
    for (std::size_t i = 0; i < position.size(); ++i) {
      const float d = segment_distance(vec3(to_world * vec4(position[i], 1.0f)), *segment);
      all.push_back({d, weight[i]});
      if (!(weight[i] > 0.0f)) continue;
      ++out.pulled;
      farthest = std::max(farthest, d);
    }
  }
  out.longest = longest > 0.0f ? longest : farthest;
  if (!(out.longest > 0.0f)) return out;
  out.bin.resize(kDistanceBins);
  for (const DistantWeight& v : all) {
    if (!(v.distance <= out.longest)) continue;
    const float at = v.distance / out.longest * static_cast<float>(kDistanceBins);
    WeightOverDistance::Bin& bin =
        out.bin[std::min(static_cast<std::size_t>(at), kDistanceBins - 1)];
    bin.least = std::min(bin.least, v.weight);
    bin.most = std::max(bin.most, v.weight);
    bin.mean += v.weight;
    ++bin.count;
  }
  for (WeightOverDistance::Bin& bin : out.bin) {
    if (bin.count > 0) bin.mean /= static_cast<float>(bin.count);
  }
  return out;
}

}  // namespace bindpose
