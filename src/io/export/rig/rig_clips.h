// Clips as glTF's animations.
#pragma once

#include <vector>

#include "io/export/glb_builder.h"
#include "scene/scene.h"

namespace bindpose {

// What one sampler and its channel hold. Times ascend strictly, as floats; of keys that fall
// together the last counts.
struct ClipChannel {
  int node = 0;           // in the file
  const char* path = "";  // "translation", "rotation", "scale", "weights"
  const char* type = "";  // of the values' accessor
  std::size_t width = 1;  // numbers an element
  const char* interpolation = "LINEAR";
  std::vector<float> time, value;
};

// A node of the file that shows morph targets, and the model's channel of each, in their order.
struct MorphedNode {
  int node = 0;
  std::vector<int> channel;
};

// `joint_node` (#J): the nodes in the file.
std::vector<ClipChannel> clip_channels(const Clip& clip, const Model& model,
                                       const std::vector<int>& joint_node,
                                       const std::vector<MorphedNode>& morphed);

// Clip::rate, for which glTF itself has no place: "extras": {"frame_rate": 24}, as
// io/gltf/interpolation.h reads it again. Nothing where the clip has none.
template <typename Json>
void keep_rate(const Clip& clip, Json& animation) {
  if (clip.rate > 0.0) animation["extras"]["frame_rate"] = clip.rate;
}

// The scene's clips, added ones at the end.
void add_clips(GlbBuilder& out, const Scene& scene, const std::vector<int>& joint_node,
               const std::vector<MorphedNode>& morphed);

}  // namespace bindpose
