#include "io/export/gltf_clips.h"

#include <optional>
#include <set>
#include <utility>

#include "io/export/rig/rig_clips.h"
#include "io/text/json_text.h"
#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

using nlohmann::json;

json numbers_of(std::initializer_list<float> values) {
  json out = json::array();
  for (const float v : values) out.push_back(shortest_double(v));
  return out;
}

// The animated properties of a node must not stand in a matrix.
void take_matrix_apart(GltfSource& source, std::size_t node, const mat4& local) {
  if (!gltf_get(source.document, "nodes", node).contains("matrix")) return;
  json& changed = gltf_change(source.document, "nodes", node);
  const Transform x = decompose(local);
  changed.erase("matrix");
  changed["translation"] = numbers_of({x.t.x, x.t.y, x.t.z});
  changed["rotation"] = numbers_of({x.q.x, x.q.y, x.q.z, x.q.w});
  changed["scale"] = numbers_of({x.s.x, x.s.y, x.s.z});
}

// The nodes of the file that show morph targets. A surface may lack those that move nothing of it;
// the channels of its node are all of them. Nothing where they are not as many as the file has.
std::optional<std::vector<MorphedNode>> morphed_nodes(GltfSource& source, const Model& model) {
  std::vector<MorphedNode> out;
  std::set<std::size_t> known;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const GltfPart& part = source.part[m];
    const std::size_t targets = gltf_array(primitive_of(source, part), "targets").size();
    if (targets == 0 || !known.insert(part.node).second) continue;
    MorphedNode node{static_cast<int>(part.node), {}};
    for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
      if (model.morph_channels[c].node == model.meshes[m].node) {
        node.channel.push_back(static_cast<int>(c));
      }
    }
    if (node.channel.size() != targets) return std::nullopt;
    out.push_back(std::move(node));
  }
  return out;
}

}  // namespace

bool can_add_clips(GltfSource& source, const Scene& scene) {
  for (const auto& added : scene.added_clips) {
    for (const JointTrack& track : added->clip.tracks) {
      if (source.joint_node[idx(track.joint)] < 0) return false;
    }
    if (!added->clip.morphs.empty() && !morphed_nodes(source, *scene.model)) return false;
  }
  return true;
}

void add_gltf_clips(GltfSource& source, const Scene& scene, GlbDocument& out) {
  const Model& model = *scene.model;
  const auto morphed = morphed_nodes(source, model).value_or(std::vector<MorphedNode>{});
  for (const auto& added : scene.added_clips) {
    for (const JointTrack& track : added->clip.tracks) {
      const auto j = idx(track.joint);
      take_matrix_apart(source, idx(source.joint_node[j]), model.skeleton.rest_local[j]);
    }
    json samplers = json::array(), channels = json::array();
    for (const ClipChannel& channel :
         clip_channels(added->clip, model, source.joint_node, morphed)) {
      const std::size_t input = out.add(channel.time, 1, "SCALAR", GlbType::Float);
      json& accessor = gltf_change(source.document, "accessors", input);
      accessor["min"] = {shortest_double(channel.time.front())};
      accessor["max"] = {shortest_double(channel.time.back())};
      const std::size_t output =
          out.add(channel.value, channel.width, channel.type, GlbType::Float);
      channels.push_back({{"sampler", samplers.size()},
                          {"target", {{"node", channel.node}, {"path", channel.path}}}});
      samplers.push_back(
          {{"input", input}, {"output", output}, {"interpolation", channel.interpolation}});
    }
    if (channels.empty()) continue;
    json animation = {{"name", clean_utf8(added->clip.name)},
                      {"samplers", std::move(samplers)},
                      {"channels", std::move(channels)}};
    keep_rate(added->clip, animation);
    gltf_append(source.document, "animations", std::move(animation));
  }
}

}  // namespace bindpose
