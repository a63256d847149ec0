#include "io/gltf/morph.h"

#include <algorithm>
#include <cmath>

#include "io/gltf/document.h"
#include "io/gltf/interpolation.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// The channels of the mesh under a node of the file, in the order of its targets.
std::vector<std::size_t> channels_of(GltfDocument& document, std::size_t node, const FileTree& tree,
                                     const Model& model) {
  std::vector<std::size_t> out;
  const auto found = tree.by_name.find(gltf_node_name(document, node));
  if (found == tree.by_name.end()) return out;
  const int joint = tree.joint[static_cast<std::size_t>(found->second.front())];
  for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
    if (model.morph_channels[c].node == joint) out.push_back(c);
  }
  return out;
}

void read_defaults(GltfDocument& document, const FileTree& tree, Model& model) {
  const std::size_t meshes = gltf_count(document, "meshes");
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const auto mesh = gltf_index(gltf_get(document, "nodes", n), "mesh", meshes);
    if (!mesh) continue;
    const json& own = gltf_array(gltf_get(document, "nodes", n), "weights");
    const json& weights =
        own.empty() ? gltf_array(gltf_get(document, "meshes", *mesh), "weights") : own;
    if (weights.empty()) continue;
    const std::vector<std::size_t> channels = channels_of(document, n, tree, model);
    for (std::size_t k = 0; k < std::min(channels.size(), weights.size()); ++k) {
      const float value = weights[k].is_number() ? weights[k].get<float>() : 0.0f;
      if (std::isfinite(value)) model.morph_channels[channels[k]].default_weight = value;
    }
  }
}

bool all_finite(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

// One key holds the weights of all targets; a spline's key all in-tangents, then the weights, then
// all out-tangents.
bool read_sampler(GltfDocument& document, const json& sampler,
                  const std::vector<std::size_t>& channels, Clip& clip, std::size_t& disordered) {
  const std::size_t accessors = gltf_count(document, "accessors");
  const auto input = gltf_index(sampler, "input", accessors);
  const auto output = gltf_index(sampler, "output", accessors);
  if (!input || !output) return false;
  const auto time = read_accessor(document, *input);
  const auto value = read_accessor(document, *output);
  const std::string kind = gltf_text(sampler, "interpolation");
  const Interpolation interpolation = kind == "STEP"          ? Interpolation::Step
                                      : kind == "CUBICSPLINE" ? Interpolation::Cubic
                                                              : Interpolation::Linear;
  const std::size_t parts = interpolation == Interpolation::Cubic ? 3 : 1;
  const std::size_t targets = channels.size();
  if (!time || !value || time->components != 1 || value->components != 1 || targets == 0 ||
      value->count != parts * targets * time->count || !all_finite(time->value) ||
      !all_finite(value->value)) {
    return false;
  }
  const std::vector<std::size_t> order = keys_in_order(time->value);
  if (order.empty() || time->value[order.front()] < 0.0f) return false;
  disordered += std::ranges::is_sorted(time->value) ? 0 : 1;
  for (std::size_t k = 0; k < targets; ++k) {
    MorphTrack track;
    track.channel = static_cast<int>(channels[k]);
    track.weight.interpolation = interpolation;
    track.weight.time.reserve(time->count);
    track.weight.value.reserve(parts * time->count);
    for (const std::size_t key : order) {
      track.weight.time.push_back(time->value[key]);
      for (std::size_t i = parts * key; i < parts * (key + 1); ++i) {
        track.weight.value.push_back(value->value[i * targets + k]);
      }
    }
    clip.morphs.push_back(std::move(track));
  }
  clip.duration = std::max(clip.duration, double{time->value[order.back()]});
  return true;
}

void read_clip(GltfDocument& document, std::size_t number, const FileTree& tree, Model& model) {
  const json& animation = gltf_get(document, "animations", number);
  const json& samplers = gltf_array(animation, "samplers");
  Clip& clip = model.clips[number];
  std::size_t lost = 0, disordered = 0;
  for (const json& channel : gltf_array(animation, "channels")) {
    if (!channel.is_object() || !channel.contains("target")) continue;
    const json& target = channel["target"];
    const auto node = gltf_index(target, "node", gltf_count(document, "nodes"));
    if (gltf_text(target, "path") != "weights" || !node) continue;
    const auto sampler = gltf_index(channel, "sampler", samplers.size());
    const auto channels = channels_of(document, *node, tree, model);
    if (!sampler || !read_sampler(document, samplers[*sampler], channels, clip, disordered)) ++lost;
  }
  if (disordered > 0) {
    report(model, Severity::Warning, "clip " + clip.name,
           counted(disordered, "track of morph weights goes", "tracks of morph weights go") +
               " back in time; put in the order of the times.");
  }
  if (lost == 0) return;
  report(model, Severity::Warning, "clip " + clip.name,
         counted(lost, "track of morph weights does", "tracks of morph weights do") +
             " not fit the shapes; left out.");
}

}  // namespace

void read_gltf_morph_weights(ModelFile& file, const FileTree& tree, Model& model) {
  if (model.morph_channels.empty()) return;
  const bool moved =
      !model.clips.empty() && gltf_text(file).find("\"weights\"") != std::string::npos;
  if (moved) read_rest(file);
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return;
  read_defaults(*document, tree, model);
  if (!moved || gltf_count(*document, "animations") != model.clips.size()) return;
  for (std::size_t a = 0; a < model.clips.size(); ++a) {
    const std::string_view text = document->array["animations"].element[a].text;
    if (text.find("\"weights\"") != text.npos) read_clip(*document, a, tree, model);
  }
}

}  // namespace bindpose
