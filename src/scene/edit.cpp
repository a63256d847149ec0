#include "scene/edit.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

// What of a scene an edit may write: a gesture that ends or starts over puts back just these.
enum Part : unsigned {
  kUserLocalPart = 1,
  kBasePart = 2,  // base and clip; its time is kTimePart
  kTimePart = 4,
  kPlaybackPart = 8,
  kSelectionPart = 16,
  kHoverPart = 32,
  kViewPart = 64,
  kMorphPart = 128
};

unsigned parts_of(const Edit& edit) {
  return std::visit(
      [](const auto& e) -> unsigned {
        using E = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<E, SetBasePose>) return kBasePart | kTimePart;
        if constexpr (std::is_same_v<E, SetTime>) return kTimePart;
        if constexpr (std::is_same_v<E, SetPlayback>) return kPlaybackPart | kTimePart;
        if constexpr (std::is_same_v<E, SetSelection>) return kSelectionPart;
        if constexpr (std::is_same_v<E, SetHover>) return kHoverPart;
        if constexpr (std::is_same_v<E, SetView>) return kViewPart;
        if constexpr (std::is_same_v<E, SetMorph> || std::is_same_v<E, ResetMorph>) {
          return kMorphPart;
        }
        if constexpr (std::is_same_v<E, SetPose> || std::is_same_v<E, ResetAll>) {
          return kUserLocalPart | kMorphPart;
        }
        return kUserLocalPart;
      },
      edit);
}

bool is_recorded(const Edit& edit) {
  return (parts_of(edit) & (kUserLocalPart | kMorphPart | kBasePart)) != 0;
}

Change merge(const Change& a, const Change& b) {
  if (a.extent == Change::Subtree && b.extent == Change::Subtree && a.joint != b.joint) {
    return {Change::Pose, -1};
  }
  return a.extent >= b.extent ? a : b;
}

bool valid_joint(const Scene& scene, int joint) {
  return scene.model && joint >= 0 && joint < scene.model->skeleton.size();
}

const Clip* clip_at(const Scene& scene, int clip) {
  if (!scene.model || clip < 0 || clip >= static_cast<int>(scene.model->clips.size())) {
    return nullptr;
  }
  return &scene.model->clips[static_cast<std::size_t>(clip)];
}

mat4 increment_matrix(const TransformJoint& e) {
  Transform x;
  switch (e.kind) {
    case TransformJoint::Rotate:
      x.q = rotation_from_degrees(e.amount);
      break;
    case TransformJoint::Translate:
      x.t = e.amount;
      break;
    case TransformJoint::Scale:
      x.s = e.amount;
      break;
  }
  return to_matrix(x);
}

// Writes Ul_j where the value differs; true where it did. The last row of an affine map is not
// data.
bool write_joint(Pose& pose, std::size_t j, mat4 user_local) {
  for (int c = 0; c < 4; ++c) user_local[c][3] = c == 3 ? 1.0f : 0.0f;
  if (pose.user_local[j] == user_local) return false;
  pose.user_local[j] = user_local;
  return true;
}

Change write_one(Scene& scene, int joint, const mat4& user_local) {
  if (!valid_joint(scene, joint) || !is_finite(user_local)) return {};
  if (!write_joint(scene.pose, static_cast<std::size_t>(joint), user_local)) return {};
  return {Change::Subtree, joint};
}

Change reset_range(Scene& scene, JointRange range) {
  bool changed = false;
  for (int j = range.first; j < range.last; ++j) {
    changed |= write_joint(scene.pose, static_cast<std::size_t>(j), mat4(1.0f));
  }
  if (!changed) return {};
  return range.last - range.first == 1 ? Change{Change::Subtree, range.first}
                                       : Change{Change::Pose, -1};
}

Change write_edit(Scene& scene, const SetUserLocal& e) {
  return write_one(scene, e.joint, e.user_local);
}

Change write_edit(Scene& scene, const TransformJoint& e) {
  if (!valid_joint(scene, e.joint)) return {};
  const mat4& now = scene.pose.user_local[static_cast<std::size_t>(e.joint)];
  return write_one(scene, e.joint, user_local_times_local(now, increment_matrix(e)));
}

Change write_edit(Scene& scene, const ResetJoint& e) {
  if (!valid_joint(scene, e.joint)) return {};
  return reset_range(scene, {e.joint, e.joint + 1});
}

Change write_edit(Scene& scene, const ResetSubtree& e) {
  if (!valid_joint(scene, e.joint)) return {};
  return reset_range(scene, subtree(scene.model->skeleton, e.joint));
}

// Writes m_k or takes the user's away; true where that changes anything.
bool write_morph(Pose& pose, std::size_t channel, std::optional<float> weight) {
  if (pose.user_morph[channel] == weight) return false;
  pose.user_morph[channel] = weight;
  return true;
}

bool reset_morphs(Pose& pose) {
  bool changed = false;
  for (std::size_t c = 0; c < pose.user_morph.size(); ++c) {
    changed |= write_morph(pose, c, std::nullopt);
  }
  return changed;
}

Change write_edit(Scene& scene, const ResetAll&) {
  if (!scene.model) return {};
  const bool morphs = reset_morphs(scene.pose);
  const Change joints = reset_range(scene, all_joints(scene.model->skeleton));
  return morphs ? Change{Change::Pose, -1} : joints;
}

bool valid_channel(const Scene& scene, int channel) {
  return channel >= 0 && static_cast<std::size_t>(channel) < scene.pose.user_morph.size();
}

Change write_edit(Scene& scene, const SetMorph& e) {
  if (!valid_channel(scene, e.channel) || !std::isfinite(e.weight)) return {};
  const bool changed = write_morph(scene.pose, static_cast<std::size_t>(e.channel), e.weight);
  return {changed ? Change::Pose : Change::None, -1};
}

Change write_edit(Scene& scene, const ResetMorph& e) {
  if (e.channel != -1 && !valid_channel(scene, e.channel)) return {};
  const bool changed =
      e.channel == -1
          ? reset_morphs(scene.pose)
          : write_morph(scene.pose, static_cast<std::size_t>(e.channel), std::nullopt);
  return {changed ? Change::Pose : Change::None, -1};
}

bool is_sound(const std::vector<std::optional<float>>& weights) {
  return std::all_of(weights.begin(), weights.end(),
                     [](const auto& w) { return !w || std::isfinite(*w); });
}

Change write_edit(Scene& scene, const SetPose& e) {
  if (e.user_local.size() != scene.pose.user_local.size()) return {};
  const auto& all = e.user_local;
  if (!std::all_of(all.begin(), all.end(), [](const mat4& m) { return is_finite(m); })) return {};
  const std::size_t channels = scene.pose.user_morph.size();
  if ((!e.user_morph.empty() && e.user_morph.size() != channels) || !is_sound(e.user_morph)) {
    return {};
  }
  bool changed = false;
  for (std::size_t j = 0; j < all.size(); ++j) changed |= write_joint(scene.pose, j, all[j]);
  for (std::size_t c = 0; c < channels; ++c) {
    changed |= write_morph(scene.pose, c, e.user_morph.empty() ? std::nullopt : e.user_morph[c]);
  }
  return {changed ? Change::Pose : Change::None, -1};
}

Change write_edit(Scene& scene, const SetBasePose& e) {
  if (!scene.model) return {};
  Pose& pose = scene.pose;
  if (e.base != BasePose::Clip) {
    if (pose.base == e.base) return {};
    pose.base = e.base;
    return {Change::Pose, -1};
  }
  const int kept = clip_at(scene, pose.clip) != nullptr ? pose.clip : 0;
  const int clip = e.clip < 0 ? kept : e.clip;
  if (clip_at(scene, clip) == nullptr) return {};
  if (pose.base == BasePose::Clip && pose.clip == clip) return {};
  if (pose.clip != clip) pose.time = 0.0;
  pose.clip = clip;
  pose.base = BasePose::Clip;
  return {Change::Pose, -1};
}

Change write_edit(Scene& scene, const SetTime& e) {
  const Clip* clip = clip_at(scene, scene.pose.clip);
  if (clip == nullptr || !std::isfinite(e.seconds)) return {};
  const double time = std::clamp(e.seconds, 0.0, clip->duration);
  if (time == scene.pose.time) return {};
  scene.pose.time = time;
  return {scene.pose.base == BasePose::Clip ? Change::Pose : Change::View, -1};
}

Change write_edit(Scene& scene, const SetPlayback& e) {
  if (!std::isfinite(e.playback.speed) || e.playback == scene.playback) return {};
  const bool starts = e.playback.playing && !scene.playback.playing;
  scene.playback = e.playback;
  const Clip* clip = clip_at(scene, scene.pose.clip);
  const bool shown = scene.pose.base == BasePose::Clip && clip != nullptr;
  if (!starts || !shown || e.playback.loop) return {Change::View, -1};
  // At the end in the direction of play there is nothing left to play: start over.
  const double end = e.playback.speed < 0.0 ? 0.0 : clip->duration;
  if (scene.pose.time != end) return {Change::View, -1};
  scene.pose.time = clip->duration - end;
  return {Change::Pose, -1};
}

Change write_index(const Scene& scene, int& target, int joint) {
  if ((joint != -1 && !valid_joint(scene, joint)) || target == joint) return {};
  target = joint;
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const SetSelection& e) {
  return write_index(scene, scene.selection.joint, e.joint);
}

Change write_edit(Scene& scene, const SetHover& e) {
  return write_index(scene, scene.selection.hovered_joint, e.joint);
}

Change write_edit(Scene& scene, const SetView& e) {
  if (e.view == scene.view) return {};
  scene.view = e.view;
  return {Change::View, -1};
}

void restore(Scene& scene, const Scene& from, unsigned parts) {
  if (parts & kUserLocalPart) scene.pose.user_local = from.pose.user_local;
  if (parts & kMorphPart) scene.pose.user_morph = from.pose.user_morph;
  if (parts & kBasePart) {
    scene.pose.base = from.pose.base;
    scene.pose.clip = from.pose.clip;
  }
  if (parts & kTimePart) scene.pose.time = from.pose.time;
  if (parts & kPlaybackPart) scene.playback = from.playback;
  if (parts & kSelectionPart) scene.selection.joint = from.selection.joint;
  if (parts & kHoverPart) scene.selection.hovered_joint = from.selection.hovered_joint;
  if (parts & kViewPart) scene.view = from.view;
}

}  // namespace

Change Document::write(const Edit& edit) {
  return std::visit([this](const auto& e) { return write_edit(scene_, e); }, edit);
}

Change Document::apply(const EditRequest& request) {
  if (request.phase == Phase::Preview) {
    if (!in_gesture_) {
      in_gesture_ = true;
      gesture_start_ = scene_;
      gesture_parts_ = 0;
      gesture_change_ = {};
    }
    const Change rewound = rewind_gesture();
    gesture_change_ = write(request.edit);
    gesture_parts_ |= parts_of(request.edit);
    gesture_edit_ = request.edit;
    return merge(rewound, gesture_change_);
  }
  if (in_gesture_ && request.phase != Phase::Once) return end_gesture(request);
  if (request.phase == Phase::Cancel) return {};
  if (!is_recorded(request.edit)) return write(request.edit);
  if (in_gesture_) commit_where_it_stands();
  const Pose before = scene_.pose;
  const Change change = write(request.edit);
  if (change.extent != Change::None) record(before, request.edit);
  return change;
}

// Back to where the gesture began; returns what that touched.
Change Document::rewind_gesture() {
  const Change touched = gesture_change_;
  if (touched.extent == Change::Subtree && gesture_parts_ == kUserLocalPart) {
    const auto j = static_cast<std::size_t>(touched.joint);
    scene_.pose.user_local[j] = gesture_start_.pose.user_local[j];
  } else {
    restore(scene_, gesture_start_, gesture_parts_);
  }
  gesture_change_ = {};
  return touched;
}

Change Document::end_gesture(const EditRequest& request) {
  Change change = rewind_gesture();
  in_gesture_ = false;
  if (request.phase == Phase::Commit) {
    const Pose before = scene_.pose;
    const Change written = write(request.edit);
    if (written.extent != Change::None && is_recorded(request.edit)) record(before, request.edit);
    change = merge(change, written);
  }
  return change;
}

void Document::commit_where_it_stands() {
  in_gesture_ = false;
  Pose before = scene_.pose;
  if (gesture_parts_ & kUserLocalPart) before.user_local = gesture_start_.pose.user_local;
  if (gesture_parts_ & kMorphPart) before.user_morph = gesture_start_.pose.user_morph;
  if (gesture_parts_ & kBasePart) {
    before.base = gesture_start_.pose.base;
    before.clip = gesture_start_.pose.clip;
    before.time = gesture_start_.pose.time;
  }
  if (is_recorded(gesture_edit_)) record(before, gesture_edit_);
}

// Keeps what differs from `before`. Nothing differs: no undo step, and redo stays.
void Document::record(const Pose& before, const Edit& edit) {
  const Pose& after = scene_.pose;
  Delta delta;
  for (std::size_t j = 0; j < after.user_local.size(); ++j) {
    if (before.user_local[j] == after.user_local[j]) continue;
    delta.joint.push_back(static_cast<int>(j));
    delta.before.push_back(before.user_local[j]);
    delta.after.push_back(after.user_local[j]);
  }
  for (std::size_t c = 0; c < after.user_morph.size(); ++c) {
    if (before.user_morph[c] == after.user_morph[c]) continue;
    delta.channel.push_back(c);
    delta.morph_before.push_back(before.user_morph[c]);
    delta.morph_after.push_back(after.user_morph[c]);
  }
  delta.base_changed = before.base != after.base || before.clip != after.clip;
  if (delta.joint.empty() && delta.channel.empty() && !delta.base_changed) return;
  delta.base_before = before.base;
  delta.base_after = after.base;
  delta.clip_before = before.clip;
  delta.clip_after = after.clip;
  delta.time_before = before.time;
  delta.time_after = after.time;
  delta.label = edit_label(edit, *scene_.model);
  undo_.push_back(std::move(delta));
  redo_.clear();
}

Change Document::swap_to(const Delta& delta, bool forward) {
  const std::vector<mat4>& value = forward ? delta.after : delta.before;
  Pose& pose = scene_.pose;
  for (std::size_t k = 0; k < delta.joint.size(); ++k) {
    pose.user_local[static_cast<std::size_t>(delta.joint[k])] = value[k];
  }
  for (std::size_t k = 0; k < delta.channel.size(); ++k) {
    pose.user_morph[delta.channel[k]] = forward ? delta.morph_after[k] : delta.morph_before[k];
  }
  if (delta.base_changed) {
    pose.base = forward ? delta.base_after : delta.base_before;
    pose.clip = forward ? delta.clip_after : delta.clip_before;
    pose.time = forward ? delta.time_after : delta.time_before;
  }
  if (delta.base_changed || !delta.channel.empty() || delta.joint.size() != 1) return {Change::Pose, -1};
  return {Change::Subtree, delta.joint.front()};
}

Change Document::undo() {
  if (in_gesture_) return end_gesture({gesture_edit_, Phase::Cancel});
  if (undo_.empty()) return {};
  const Change change = swap_to(undo_.back(), false);
  redo_.push_back(std::move(undo_.back()));
  undo_.pop_back();
  return change;
}

Change Document::redo() {
  if (in_gesture_ || redo_.empty()) return {};
  const Change change = swap_to(redo_.back(), true);
  undo_.push_back(std::move(redo_.back()));
  redo_.pop_back();
  return change;
}

std::string Document::undo_label() const {
  return undo_.empty() ? "" : undo_.back().label;
}
std::string Document::redo_label() const {
  return redo_.empty() ? "" : redo_.back().label;
}

bool Document::advancing() const {
  const Playback& playback = scene_.playback;
  return playback.playing && playback.speed != 0.0 && scene_.pose.base == BasePose::Clip &&
         clip_at(scene_, scene_.pose.clip) != nullptr;
}

Change Document::advance(double dt) {
  Pose& pose = scene_.pose;
  Playback& playback = scene_.playback;
  const Clip* clip = clip_at(scene_, pose.clip);
  if (!playback.playing || pose.base != BasePose::Clip || clip == nullptr) return {};
  const double step = dt * playback.speed;
  if (!std::isfinite(step) || step == 0.0) return {};
  const double before = pose.time;
  double time = before + step;
  if (playback.loop && clip->duration > 0.0) {
    if (time < 0.0 || time > clip->duration) time = std::fmod(time, clip->duration);
    if (time < 0.0) time += clip->duration;
  } else if (time <= 0.0 || time >= clip->duration) {
    time = std::clamp(time, 0.0, clip->duration);
    playback.playing = false;
  }
  pose.time = time;
  if (time != before) return {Change::Pose, -1};
  return {playback.playing ? Change::None : Change::View, -1};
}

}  // namespace bindpose
