// Motion over time, seen at once: the path of a joint, and the poses before and after. Functions of
// scene and clip; who draws them is not their concern.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "scene/scene.h"
#include "view/bones.h"

namespace bindpose {

// More frames than that are thinned out evenly: a path needs no more.
inline constexpr std::size_t kMostTrailPoints = 2000;
// More bones than that in all ghosts together, and the farthest poses are left out.
inline constexpr std::size_t kMostGhostLines = 20'000;

// Where a joint's origin goes while its clip is played (play_range of scene/time/timeline.h), with
// Ul of all joints in it. Display space; seconds, ascending.
struct MotionTrail {
  struct Point {
    vec3 at{0.0f};
    double time = 0.0;
  };
  std::vector<Point> frame;  // one a frame, and both ends
  std::vector<Point> key;    // one a key of that joint
};

// W_j's origin at any time of the clip that is shown. There is one, and the joint.
vec3 place_at(const Scene& scene, int joint, double time);

// Kept until something changes that moves it: not while the clip plays.
class MotionTrails {
 public:
  // Empty where no clip is shown or the joint is out of range. `rate`: frames a second, above 0.
  // References are good until the next call.
  const MotionTrail& get(const Scene& scene, int joint, double rate);

 private:
  ModelId model_;
  std::vector<std::shared_ptr<const AddedClip>> added_;
  int clip_ = -1, joint_ = -1;
  double rate_ = 0.0;
  TimeRange range_;
  std::optional<ClipFade> fade_;
  std::vector<mat4> user_local_;  // of the joint and those above it
  MotionTrail trail_;
};

// The bones of the pose some frames away.
struct GhostPose {
  int frames = 0;                         // before (negative) or after the moment that is shown
  std::vector<std::array<vec3, 2>> bone;  // display space
};

class GhostPoses {
 public:
  // ViewSettings::poses_before and poses_after poses, poses_every frames apart, the farthest first;
  // those within what is played alone. Empty where no clip is shown or poses are off.
  const std::vector<GhostPose>& get(const Scene& scene, double rate);

 private:
  ModelId model_;
  std::vector<std::shared_ptr<const AddedClip>> added_;
  int clip_ = -1, before_ = 0, after_ = 0, every_ = 0;
  double time_ = -1.0, rate_ = 0.0;
  TimeRange range_;
  std::optional<ClipFade> fade_;
  std::vector<mat4> user_local_;
  std::vector<std::uint8_t> hidden_;
  JointFlags flags_;  // which nodes are joints: edits of weights change that
  std::vector<GhostPose> poses_;
  BoneSet bones_;
  PosedScene posed_;
};

}  // namespace bindpose
