// A model's weights computed anew from the distance to its bones, in the bind pose.
#pragma once

#include <memory>
#include <vector>

#include "scene/edit/edit.h"

namespace bindpose {

// Where SegmentRadii say nothing, a bone reaches this much farther than the farthest vertex that is
// nearest to it.
inline constexpr float kBindReach = 1.5f;

struct SegmentBinding {
  BoneReach reach;                   // with radii as used
  std::vector<MeshWeights> weights;  // slot s is reach.segments[s]
  std::size_t vertices = 0;          // of the meshes listed
  std::size_t unweighted = 0;        // of them, those that no bone reaches
};

// The bones' segments in the bind pose, file's world: from each joint with a bone (see BoneLayout)
// to the child that continues the chain; radius 0. All joints that the file's skins name, or every
// node where no skin names any.
std::vector<BoneSegment> bind_segments(const Model& model);

// For the meshes that are skinned in the file; all of them where none is (what hangs on a bone
// stays rigid). Throws std::runtime_error with one sentence where there is nothing to bind (no
// mesh, no bone).
SegmentBinding bind_by_segments(const Model& model, const SegmentRadii& radii);

// The same as an edit.
SetInfluences edit_of(const SegmentBinding& binding);
SetInfluences bind_edit(const Model& model, const SegmentRadii& radii);

}  // namespace bindpose
