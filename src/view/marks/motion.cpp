#include "view/marks/motion.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/time/key_times.h"
#include "scene/time/timeline.h"

namespace bindpose {
namespace {

// The joint and those above it, root first, each with what its clip says.
class Chain {
 public:
  Chain(const Scene& scene, const FadedClip& motion, int joint) : scene_(scene), motion_(motion) {
    const Skeleton& s = scene.model->skeleton;
    for (int j = joint; j >= 0; j = s.parent[idx(j)]) link_.push_back({j, nullptr, nullptr});
    std::ranges::reverse(link_);
    find_tracks(*motion.clip, &Link::track);
    if (motion.into != nullptr) find_tracks(*motion.into, &Link::other);
  }

  vec3 place(double time) const {
    mat4 world(1.0f);
    const double other = motion_.into != nullptr ? time_in_other(motion_, time) : 0.0;
    for (const Link& link : link_) {
      const auto j = idx(link.joint);
      mat4 local = sampled(link.track, j, time);
      if (motion_.into != nullptr) {
        local = faded(local, sampled(link.other, j, other), motion_.factor);
      }
      world = mul_affine(world, mul_affine(local, scene_.pose.user_local[j]));
    }
    return vec3(scene_.model->to_display * world[3]);
  }
  std::vector<mat4> user_local() const {
    std::vector<mat4> out;
    for (const Link& link : link_) out.push_back(scene_.pose.user_local[idx(link.joint)]);
    return out;
  }

 private:
  struct Link {
    int joint;
    const JointTrack* track;
    const JointTrack* other;  // of the clip that it is faded into
  };

  void find_tracks(const Clip& clip, const JointTrack* Link::*to) {
    for (const JointTrack& track : clip.tracks) {
      const auto at = std::ranges::find(link_, track.joint, &Link::joint);
      if (at != link_.end() && !track.factors.empty()) (*at).*to = &track;
    }
  }
  mat4 sampled(const JointTrack* track, std::size_t joint, double time) const {
    return track != nullptr ? sample(*track, time) : scene_.model->skeleton.rest_local[joint];
  }

  const Scene& scene_;
  FadedClip motion_;
  std::vector<Link> link_;
};

// Whole frames within the range, and its ends.
std::vector<double> frames_of(const TimeRange& range, double rate) {
  constexpr double kNear = 1e-3;  // of a frame
  const double first = std::ceil(range.from * rate - kNear), last = range.to * rate + kNear;
  const double most = static_cast<double>(kMostTrailPoints);
  const double step = std::max(1.0, std::ceil((last - first) / most));
  std::vector<double> out;
  if (first / rate > range.from + kNear / rate) out.push_back(range.from);
  for (double frame = first; frame <= last; frame += step) {
    out.push_back(std::clamp(frame / rate, range.from, range.to));
  }
  if (out.empty() || out.back() < range.to - kNear / rate) out.push_back(range.to);
  return out;
}

}  // namespace

vec3 place_at(const Scene& scene, int joint, double time) {
  return Chain(scene, shown_clip(scene), joint).place(time);
}

const MotionTrail& MotionTrails::get(const Scene& scene, int joint, double rate) {
  const FadedClip motion = shown_clip(scene);
  if (motion.clip == nullptr || joint < 0 || joint >= scene.model->skeleton.size() ||
      !(rate > 0.0)) {
    *this = {};
    return trail_;
  }
  const Chain chain(scene, motion, joint);
  std::vector<mat4> user_local = chain.user_local();
  const TimeRange range = play_range(scene);
  const bool same = model_ == model_id(scene) && added_ == scene.added_clips &&
                    clip_ == scene.pose.clip && joint_ == joint && rate_ == rate &&
                    range_ == range && fade_ == scene.pose.timeline.fade &&
                    user_local_ == user_local;
  if (same) return trail_;
  model_ = model_id(scene);
  added_ = scene.added_clips;
  clip_ = scene.pose.clip;
  joint_ = joint;
  rate_ = rate;
  range_ = range;
  fade_ = scene.pose.timeline.fade;
  user_local_ = std::move(user_local);
  trail_ = {};
  for (const double t : frames_of(range, rate)) trail_.frame.push_back({chain.place(t), t});
  const std::vector<int> one{joint};
  for (const double t : key_times(*motion.clip, one)) {
    if (t < range.from || t > range.to || trail_.key.size() >= kMostTrailPoints) continue;
    trail_.key.push_back({chain.place(t), t});
  }
  return trail_;
}

const std::vector<GhostPose>& GhostPoses::get(const Scene& scene, double rate) {
  const FadedClip motion = shown_clip(scene);
  const ViewSettings& v = scene.view;
  if (motion.clip == nullptr || !v.poses || !(rate > 0.0)) {
    poses_.clear();
    clip_ = -1;
    return poses_;
  }
  const TimeRange range = play_range(scene);
  const bool same = model_ == model_id(scene) && added_ == scene.added_clips &&
                    clip_ == scene.pose.clip && before_ == v.poses_before &&
                    after_ == v.poses_after && every_ == v.poses_every && rate_ == rate &&
                    time_ == scene.pose.time && range_ == range &&
                    fade_ == scene.pose.timeline.fade && user_local_ == scene.pose.user_local &&
                    hidden_ == scene.marks.hidden && flags_ == joint_flags(scene);
  if (same) return poses_;
  hidden_ = scene.marks.hidden;
  flags_ = joint_flags(scene);
  model_ = model_id(scene);
  added_ = scene.added_clips;
  clip_ = scene.pose.clip;
  before_ = v.poses_before;
  after_ = v.poses_after;
  every_ = v.poses_every;
  rate_ = rate;
  time_ = scene.pose.time;
  range_ = range;
  fade_ = scene.pose.timeline.fade;
  user_local_ = scene.pose.user_local;
  poses_.clear();
  const Skeleton& skeleton = scene.model->skeleton;
  const std::size_t joints = skeleton.parent.size();
  posed_.base_local.resize(joints);
  posed_.local.resize(joints);
  posed_.world.resize(joints);
  std::size_t lines = 0;
  for (int away = 1; away <= std::max(before_, after_); ++away) {  // the nearest first
    for (const int side : {-1, 1}) {
      if (away > (side < 0 ? before_ : after_)) continue;
      const int frames = side * away * every_;
      const double time = time_ + frames / rate;
      if (time < range.from || time > range.to) continue;
      sample_clip(motion, skeleton, time, posed_.base_local);
      compose_local(posed_.base_local, scene.pose.user_local, all_joints(skeleton), posed_.local);
      forward_kinematics(skeleton.parent, posed_.local, all_joints(skeleton), posed_.world);
      build_bones(scene, posed_, bones_);
      lines += bones_.bones.size();
      if (lines > kMostGhostLines) continue;
      GhostPose pose{frames, {}};
      for (const Bone& b : bones_.bones) {
        if (!b.helper) pose.bone.push_back({b.head, b.tail});
      }
      poses_.push_back(std::move(pose));
    }
  }
  std::ranges::reverse(poses_);
  return poses_;
}

}  // namespace bindpose
