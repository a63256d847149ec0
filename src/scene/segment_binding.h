// A model's weights computed anew from the distance to its bones, in the bind pose.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/segment_weights.h"
#include "scene/model.h"

namespace bindpose {

// Radii r_j in the file's units. A joint in `of` has its own (0: no weights), else `all` counts,
// else the radius that reaches kBindReach times as far as the farthest vertex nearest to the bone.
struct SegmentRadii {
  std::optional<float> all;
  std::vector<std::pair<int, float>> of;  // joint, radius

  bool operator==(const SegmentRadii&) const = default;
};
inline constexpr float kBindReach = 1.5f;

// New weights and skins for the meshes listed.
struct SegmentBinding {
  std::vector<BoneSegment> segments;  // in the file's world, bind pose; one a bone, parents first
  std::vector<int> mesh;              // indices into Model::meshes
  std::vector<Skin> skin;             // one a mesh listed: a slot for each segment
  std::vector<Influences> influences;
  std::size_t vertices = 0;    // of the meshes listed
  std::size_t unweighted = 0;  // of them, those that no bone reaches
};

// The bones' segments in the bind pose, file's world: from each joint with a bone (see BoneLayout)
// to the child that continues the chain; radius 0. All joints that skins name, or every node where
// no skin names any.
std::vector<BoneSegment> bind_segments(const Model& model);

// Meshes that are skinned in the file; all of them where none is (things that hang on a bone stay
// rigid). B_j is W_j of the bind pose, so that T_j = I there. Throws std::runtime_error with one
// sentence where there is nothing to bind (no mesh, no bone).
SegmentBinding bind_by_segments(const Model& model, const SegmentRadii& radii);

// The model with these weights in place; has_weight derived again, the bind pose stays.
std::shared_ptr<Model> with_binding(const Model& model, SegmentBinding binding);

}  // namespace bindpose
