// Maps of one number a vertex.
#include <algorithm>
#include <cmath>

#include "rig/weights/weight_rows.h"
#include "view/colors.h"
#include "view/maps/parts.h"

namespace bindpose::maps {
namespace {

// Sums of float weights differ from 1 by rounding; that is no difference.
constexpr float kSumNoise = 1e-6f;

std::string of_shown(const Scene& scene, std::size_t n, const char* what) {
  return grouped(n) + " of " + grouped(shown_vertices(scene)) + " vertices " + what;
}

std::string weights_title(const Scene& scene) {
  const Selection& selection = scene.selection;
  if (selection.joint < 0) return "Select a joint to see its weights";
  std::string title =
      "Weight of " + scene.model->skeleton.name[static_cast<std::size_t>(selection.joint)];
  if (!selection.also.empty()) title += " + " + std::to_string(selection.also.size()) + " more";
  if (scene.view.weights_subtree) title += " and all below";
  return title;
}

// The summed weight of the joints that are `in`, as the skin is blended with it.
std::vector<float> sums(const MeshBinding& binding, const std::vector<std::uint8_t>& in,
                        WeightUse use, const StopWish& stop) {
  const Influences& influences = binding.influences;
  std::vector<std::uint8_t> slot_in;
  for (const int joint : binding.skin.joint) slot_in.push_back(in[static_cast<std::size_t>(joint)]);
  std::vector<float> out(influences.vertex_count(), 0.0f);
  if (std::ranges::find(slot_in, 1) == slot_in.end()) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    stop_if_wished(stop, i);
    bool all = true;
    for (std::uint32_t k = influences.offset[i]; k < influences.offset[i + 1]; ++k) {
      if (slot_in[influences.slot[k]] != 0)
        out[i] += influences.weight[k];
      else
        all = false;
    }
    // All of them are 1, and not what rounding makes of their sum.
    if (all && influences.offset[i] != influences.offset[i + 1]) out[i] = 1.0f;
    if (use == WeightUse::Raw) out[i] *= influences.raw_weight_sum[i];
  }
  return out;
}

}  // namespace

std::size_t shown_vertices(const Scene& scene) {
  std::size_t n = 0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (!is_hidden(scene, m)) n += scene.model->meshes[m].position.size();
  }
  return n;
}

SurfaceMap weights(const Scene& scene, const StopWish& stop) {
  SurfaceMap map;
  const std::vector<std::uint8_t> in = summed_joints(scene);
  map.mesh.resize(scene.model->meshes.size());
  std::size_t pulled = 0;
  float largest = 0.0f;
  for (std::size_t m = 0; m < map.mesh.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    map.mesh[m].value = sums(binding_of(scene, m), in, scene.view.weights, stop);
    for (const float w : map.mesh[m].value) {
      pulled += w > 0.0f;
      largest = std::max(largest, w);
    }
  }
  Legend& legend = map.legend;
  legend.title = weights_title(scene);
  legend.zero_beside = true;
  legend.bar.assign(weight_ramp().begin(), weight_ramp().end());
  legend.ticks = {{0.01f, "0.01"}, {0.25f, "0.25"}, {0.5f, "0.5"}, {0.75f, "0.75"}, {1.0f, "1"}};
  if (scene.selection.joint >= 0) {
    legend.note = of_shown(scene, pulled, "above 0, largest ") + short_value(largest);
  }
  return map;
}

SurfaceMap raw_weight_sum(const Scene& scene, const StopWish& stop) {
  SurfaceMap map;
  map.style = MapStyle::Signed;
  map.mesh.resize(scene.model->meshes.size());
  std::size_t off = 0, none = 0, broken = 0;
  float range = 0.0f;
  for (std::size_t m = 0; m < map.mesh.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const Influences& in = binding_of(scene, m).influences;
    std::vector<float>& value = map.mesh[m].value;
    value.resize(in.vertex_count());
    for (std::size_t i = 0; i < value.size(); ++i) {
      stop_if_wished(stop, i);
      const float difference = in.raw_weight_sum[i] - 1.0f;
      value[i] = std::abs(difference) <= kSumNoise ? 0.0f : difference;
      if (!std::isfinite(value[i])) {
        ++broken;
      } else if (in.offset[i] == in.offset[i + 1]) {
        value[i] = kNoWeights;
        ++none;
      } else {
        off += std::abs(value[i]) > kSumTolerance;
        range = std::max(range, std::abs(value[i]));
      }
    }
  }
  map.high = std::max(range, kSumTolerance);
  Legend& legend = map.legend;
  legend.title = "Stored sum of the weights, minus 1";
  legend.zero_within = true;
  legend.bar.assign(signed_ramp().begin(), signed_ramp().end());
  for (const float part : {-1.0f, -0.5f, 0.0f, 0.5f, 1.0f}) {
    const float value = part * map.high;
    legend.ticks.push_back({0.5f + 0.5f * part, (part > 0.0f ? "+" : "") + short_value(value)});
  }
  legend.note = off == 0 ? "Every stored sum is 1 to within 0.001."
                         : of_shown(scene, off, "off by more than 0.001");
  if (none > 0) {
    legend.swatches.push_back({no_weights_color(), "no weights", none, kNoWeights});
  }
  if (broken > 0) {
    legend.swatches.push_back(
        {not_finite_color(), "not finite", broken, std::numeric_limits<float>::infinity()});
  }
  return map;
}

}  // namespace bindpose::maps
