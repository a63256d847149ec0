// The curves of a joint as the timeline shows them.
#pragma once

#include <memory>
#include <vector>

#include "rig/time/channels.h"
#include "scene/scene.h"

namespace bindpose {

struct ShownCurve {
  Channel channel;
  ChannelLine line;  // over the whole clip; angles in degrees
};

// Whether a channel is one of those: quaternions and angles are rotations.
bool is_shown(CurveShow show, ChannelKind kind);

// Kept as long as nothing that they hang on changes.
class JointCurves {
 public:
  // Of chosen_clip(); empty where it has no such keys of the joint. `columns`: of the picture.
  // References are good until the next call.
  const std::vector<ShownCurve>& get(const Scene& scene, int joint, CurveShow show, int columns);
  // Whether the clip has keys of that joint at all.
  bool any_keys() const { return any_keys_; }

 private:
  ModelId model_;
  std::vector<std::shared_ptr<const AddedClip>> added_;
  const Clip* clip_ = nullptr;
  int joint_ = -1, columns_ = 0;
  CurveShow show_ = CurveShow::Off;
  bool any_keys_ = false;
  std::vector<ShownCurve> curves_;
};

}  // namespace bindpose
