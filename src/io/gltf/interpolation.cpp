#include "io/gltf/interpolation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/gltf/document.h"
#include "io/text/import_report.h"
#include "rig/time/key_times.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// The track of the node with that index in the file, or null.
JointTrack* find_track(GltfDocument& document, const FileTree& tree, std::size_t node, Clip& clip) {
  const auto found = tree.by_name.find(gltf_node_name(document, node));
  if (found == tree.by_name.end()) return nullptr;
  const int joint = tree.joint[static_cast<std::size_t>(found->second.front())];
  for (JointTrack& track : clip.tracks) {
    if (track.joint == joint && track.factors.size() == 1 && !track.factors[0].constant) {
      return &track;
    }
  }
  return nullptr;
}

void push(const float* v, std::vector<vec3>& out) {
  out.emplace_back(v[0], v[1], v[2]);
}
void push(const float* v, std::vector<quat>& out) {
  out.emplace_back(v[3], v[0], v[1], v[2]);
}

// Rotations of unit length, the tangents with them, so that the curve's directions stay. Returns
// how many have no direction: those become the identity.
std::size_t normalise(std::vector<quat>& value) {
  constexpr float kSmallest = 1e-12f;
  std::size_t without_direction = 0;
  for (std::size_t k = 0; k + 2 < value.size(); k += 3) {
    const float length = glm::length(value[k + 1]);
    const bool usable = length > kSmallest && std::isfinite(length);
    for (std::size_t i = k; i < k + 3; ++i) {
      value[i] = usable ? value[i] / length : quat(i == k + 1 ? 1.0f : 0.0f, 0.0f, 0.0f, 0.0f);
    }
    without_direction += usable ? 0 : 1;
  }
  return without_direction;
}
std::size_t normalise(std::vector<vec3>&) {
  return 0;
}

struct SamplerNotes {
  std::size_t lost = 0;
  std::size_t without_direction = 0;
};

// Three values a key: in-tangent, value, out-tangent, as glTF stores them.
template <typename T>
bool read_spline(GltfDocument& document, const json& sampler, Keys<T>& keys, SamplerNotes& notes) {
  const std::size_t accessors = gltf_count(document, "accessors");
  const auto input = gltf_index(sampler, "input", accessors);
  const auto output = gltf_index(sampler, "output", accessors);
  if (!input || !output) return false;
  const auto time = read_accessor(document, *input);
  const auto value = read_accessor(document, *output);
  const std::size_t components = static_cast<std::size_t>(T::length());
  if (!time || !value || time->components != 1 || value->components != components ||
      value->count != 3 * time->count) {
    return false;
  }
  const auto finite = [](float v) { return std::isfinite(v); };
  if (!std::all_of(time->value.begin(), time->value.end(), finite) ||
      !std::all_of(value->value.begin(), value->value.end(), finite)) {
    return false;
  }
  keys.time.clear();
  keys.value.clear();
  for (const std::size_t k : keys_in_order(time->value)) {
    keys.time.push_back(time->value[k]);
    for (std::size_t i = 3 * k; i < 3 * k + 3; ++i) {
      push(value->value.data() + i * components, keys.value);
    }
  }
  if (keys.time.empty() || keys.time.front() < 0.0) return false;
  notes.without_direction += normalise(keys.value);
  keys.interpolation = Interpolation::Cubic;
  return true;
}

template <typename T>
bool restore(GltfDocument& document, const json& sampler, bool step, Keys<T>& keys,
             SamplerNotes& notes) {
  if (!step) return read_spline(document, sampler, keys, notes);
  keys.interpolation = Interpolation::Step;
  return true;
}

bool restore_channel(GltfDocument& document, const FileTree& tree, const json& channel,
                     const json& sampler, Clip& clip, SamplerNotes& notes) {
  const bool step = gltf_text(sampler, "interpolation") == "STEP";
  if (!channel.contains("target")) return false;
  const json& target = channel["target"];
  const std::string path = gltf_text(target, "path");
  if (path == "weights") return true;  // of morphs: gltf/morph.h
  const auto node = gltf_index(target, "node", gltf_count(document, "nodes"));
  JointTrack* track = node ? find_track(document, tree, *node, clip) : nullptr;
  if (track == nullptr) return false;
  TrackFactor& factor = track->factors[0];
  if (path == "translation") return restore(document, sampler, step, factor.translation, notes);
  if (path == "rotation") return restore(document, sampler, step, factor.rotation, notes);
  if (path == "scale") return restore(document, sampler, step, factor.scale, notes);
  return true;  // nothing that is shown
}

bool has_rate(std::string_view text) {
  return text.find("\"frame_rate\"") != text.npos;
}

bool mentions(std::string_view text) {
  return text.find("\"CUBICSPLINE\"") != text.npos || text.find("\"STEP\"") != text.npos ||
         has_rate(text);
}

// Frames a second as this program writes them: glTF itself has no place for them.
double rate_in(const json& animation) {
  const auto extras = animation.find("extras");
  if (extras == animation.end() || !extras->is_object()) return 0.0;
  const auto rate = extras->find("frame_rate");
  return rate != extras->end() && rate->is_number() ? sound_rate(rate->get<double>()) : 0.0;
}

}  // namespace

std::vector<std::size_t> keys_in_order(const std::vector<float>& time) {
  std::vector<std::size_t> order(time.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return time[k]; });
  return order;
}

void restore_interpolation(ModelFile& file, const FileTree& tree, Model& model) {
  if (model.clips.empty() || !mentions(gltf_text(file))) return;
  read_rest(file);
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document || gltf_count(*document, "animations") != model.clips.size()) return;
  for (std::size_t a = 0; a < model.clips.size(); ++a) {
    if (!mentions(document->array["animations"].element[a].text)) continue;
    const json& animation = gltf_get(*document, "animations", a);
    const json& samplers = gltf_array(animation, "samplers");
    Clip& clip = model.clips[a];
    clip.rate = rate_in(animation);
    SamplerNotes notes;
    for (const json& channel : gltf_array(animation, "channels")) {
      const auto index = gltf_index(channel, "sampler", samplers.size());
      if (!index) continue;
      const std::string kind = gltf_text(samplers[*index], "interpolation");
      if (kind != "STEP" && kind != "CUBICSPLINE") continue;
      if (!restore_channel(*document, tree, channel, samplers[*index], clip, notes)) ++notes.lost;
    }
    if (notes.lost > 0) {
      report(model, Severity::Warning, "clip " + clip.name,
             counted(notes.lost, "step or spline channel is", "step or spline channels are") +
                 " played as straight lines between the keys.");
    }
    if (notes.without_direction > 0) {
      report(model, Severity::Warning, "clip " + clip.name,
             counted(notes.without_direction, "rotation key is", "rotation keys are") +
                 " zero, which is no rotation; taken as no turn.");
    }
  }
}

}  // namespace bindpose
