#include <algorithm>
#include <atomic>
#include <cmath>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include "scene/edit/edit.h"
#include "scene/edit/edit_value.h"
#include "scene/edit/mark_edit.h"
#include "scene/pose/pose_change.h"
#include "scene/time/timeline.h"

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
  kMorphPart = 128,
  kWeightsPart = 256,
  kHoverVertexPart = 512,
  kPinPart = 1024,
  kClipsPart = 2048,
  kHeldPart = 4096,
  kMarksPart = 8192,
  kTimelinePart = 16384,
  kDraftPart = 32768,
  kModelPart = 65536  // and with it all others
};

template <typename E, typename... Edits>
concept OneOf = (std::same_as<E, Edits> || ...);

// A new edit does not compile until it says here what it writes.
template <typename E>
constexpr unsigned parts() {
  if constexpr (OneOf<E, SetUserLocal, TransformJoint, ResetJoint, ResetSubtree, SolveIk,
                      LookAtPoint, RotateJoint>) {
    return kUserLocalPart;
  } else if constexpr (OneOf<E, ResetAll, SetPose, MirrorPose, BlendPose, RelaxPose>) {
    return kUserLocalPart | kMorphPart;
  } else if constexpr (OneOf<E, SetMorph, ResetMorph>) {
    return kMorphPart;
  } else if constexpr (OneOf<E, SetBasePose>) {
    return kBasePart | kTimePart | kTimelinePart;
  } else if constexpr (OneOf<E, TakeClip, DropClip>) {
    return kClipsPart | kBasePart | kTimePart | kTimelinePart;
  } else if constexpr (OneOf<E, BakeClip>) {
    return kClipsPart | kBasePart | kTimePart | kTimelinePart | kUserLocalPart | kMorphPart;
  } else if constexpr (OneOf<E, SetRate, SetRange, SetFade>) {
    return kTimelinePart;
  } else if constexpr (OneOf<E, SetTime>) {
    return kTimePart;
  } else if constexpr (OneOf<E, SetPlayback>) {
    return kPlaybackPart | kTimePart;
  } else if constexpr (OneOf<E, SetSelection, SelectVertices, ReselectVertices>) {
    return kSelectionPart;
  } else if constexpr (OneOf<E, SetHover>) {
    return kHoverPart;
  } else if constexpr (OneOf<E, SetHoverVertex>) {
    return kHoverVertexPart;
  } else if constexpr (OneOf<E, SetPinnedVertex>) {
    return kPinPart;
  } else if constexpr (OneOf<E, HoldJoints>) {
    return kHeldPart | kMarksPart;
  } else if constexpr (OneOf<E, SetView>) {
    return kViewPart;
  } else if constexpr (OneOf<E, HideJoints, Isolate, ShowAll>) {
    return kMarksPart | kSelectionPart;
  } else if constexpr (OneOf<E, ShowMesh, LockJoints, RestrainJoint>) {
    return kMarksPart;
  } else if constexpr (OneOf<E, EditDraft>) {
    return kDraftPart;
  } else if constexpr (OneOf<E, BuildSkeleton, RebindJoints>) {
    return kModelPart;
  } else {
    static_assert(OneOf<E, SetWeights, SetInfluences, MendWeights, TransferWeights, PaintWeights>);
    return kWeightsPart;
  }
}

unsigned parts_of(const Edit& edit) {
  return visit([](const auto& e) { return parts<std::decay_t<decltype(e)>>(); }, edit);
}

// What a step did, whichever gesture it was: poses say what became of the joints that changed;
// other edits are called by edit_label.
std::string step_label(const Edit& edit, const Scene& after, const Pose& before,
                       const std::vector<int>& joints) {
  std::optional<int> named;
  if (const auto* e = edit.as<SetUserLocal>()) named = e->joint;
  if (const auto* e = edit.as<TransformJoint>()) named = e->joint;
  if (const auto* e = edit.as<RotateJoint>()) named = e->joint;
  const Skeleton& skeleton = after.model->skeleton;
  if (named) return pose_change(before, after.pose, *named, {}, skeleton);
  const auto* pose = edit.as<SetPose>();
  if (pose != nullptr && !pose->what.empty()) return pose->what;
  if (pose == nullptr || joints.empty()) return edit_label(edit, after);
  return pose_change(before, after.pose, joints.front(), joints, skeleton);
}

bool is_recorded(const Edit& edit) {
  return (parts_of(edit) & (kUserLocalPart | kMorphPart | kBasePart | kWeightsPart | kClipsPart |
                            kMarksPart | kTimelinePart | kDraftPart | kModelPart)) != 0;
}

Change merge(const Change& a, const Change& b) {
  if (a.extent == Change::Subtree && b.extent == Change::Subtree && a.joint != b.joint) {
    return {Change::Pose, -1};
  }
  return a.extent >= b.extent ? a : b;
}

void restore(Scene& scene, const Scene& from, unsigned parts) {
  if (parts & kUserLocalPart) scene.pose.user_local = from.pose.user_local;
  if (parts & kMorphPart) scene.pose.user_morph = from.pose.user_morph;
  if (parts & kBasePart) {
    scene.pose.base = from.pose.base;
    scene.pose.clip = from.pose.clip;
  }
  if (parts & kTimePart) scene.pose.time = from.pose.time;
  if (parts & kTimelinePart) scene.pose.timeline = from.pose.timeline;
  if (parts & kClipsPart) scene.added_clips = from.added_clips;
  if (parts & kPlaybackPart) scene.playback = from.playback;
  if (parts & kSelectionPart) {
    scene.selection.joint = from.selection.joint;
    scene.selection.also = from.selection.also;
    scene.selection.vertices = from.selection.vertices;
  }
  if (parts & kHoverPart) scene.selection.hovered_joint = from.selection.hovered_joint;
  if (parts & kHoverVertexPart) scene.selection.hovered_vertex = from.selection.hovered_vertex;
  if (parts & kPinPart) scene.selection.pinned_vertex = from.selection.pinned_vertex;
  if (parts & kHeldPart) scene.held = from.held;
  if (parts & kDraftPart) scene.draft = from.draft;
  if (parts & kViewPart) scene.view = from.view;
  if (parts & kMarksPart) {
    scene.marks = from.marks;
    scene.mesh_hidden = from.mesh_hidden;
  }
}

}  // namespace

// Of deltas; 0 is a gesture, 1 no delta at all.
std::uint64_t Document::next_id() {
  static std::atomic<std::uint64_t> last{1};
  return ++last;
}

Change Document::apply(const EditRequest& request) {
  if (parts_of(request.edit) == kModelPart) return rebuild(request.edit);
  if (request.phase == Phase::Preview) {
    if (!in_gesture_) {
      in_gesture_ = true;
      gesture_start_ = scene_;
      gesture_start_.edited = {};  // gesture_weights_ goes back there; shared, it would be copied
      gesture_parts_ = 0;
      gesture_change_ = {};
    }
    if (paint_on(request.edit)) {
      gesture_edit_ = request.edit;
      return gesture_change_ = {Change::Pose, -1};
    }
    const Change rewound = rewind_gesture();
    gesture_change_ = write(request.edit);
    gesture_weights_ = std::move(written_weights_);
    const auto* paint = request.edit.as<PaintWeights>();
    if (paint != nullptr && paint->made) {
      painting_ = paint->made;
      note_painted();
    }
    gesture_parts_ |= parts_of(request.edit);
    gesture_edit_ = request.edit;
    return merge(rewound, gesture_change_);
  }
  if (in_gesture_ && request.phase != Phase::Once) return end_gesture(request);
  if (request.phase == Phase::Cancel) return {};
  if (!is_recorded(request.edit)) return write(request.edit);
  if (in_gesture_) commit_where_it_stands();
  const Before before = state_of(scene_);
  const Change change = write(request.edit);
  if (change.extent != Change::None) record(before, request.edit);
  return change;
}

// Back to where the gesture began; returns what that touched.
Change Document::rewind_gesture() {
  slipped_.clear();
  const Change touched = gesture_change_;
  if (touched.extent == Change::Subtree && gesture_parts_ == kUserLocalPart) {
    const auto j = static_cast<std::size_t>(touched.joint);
    scene_.pose.user_local[j] = gesture_start_.pose.user_local[j];
  } else {
    restore(scene_, gesture_start_, gesture_parts_);
  }
  swap_weights(painting_ ? painted_so_far() : gesture_weights_, false);
  painting_.reset();
  gesture_weights_ = {};
  gesture_change_ = {};
  return touched;
}

Change Document::end_gesture(const EditRequest& request) {
  Change change = rewind_gesture();
  in_gesture_ = false;
  if (request.phase == Phase::Commit) {
    const Before before = state_of(scene_);
    const Change written = write(request.edit);
    if (written.extent != Change::None && is_recorded(request.edit)) {
      record(before, request.edit);
    }
    change = merge(change, written);
  }
  return change;
}

Scene Document::scene_at_start() const {
  if (!in_gesture_) return scene_;
  Document before = *this;
  before.rewind_gesture();
  return before.scene_;
}

void Document::commit_where_it_stands() {
  in_gesture_ = false;
  Before state = state_of(scene_);
  Pose& before = state.pose;
  if (gesture_parts_ & kUserLocalPart) before.user_local = gesture_start_.pose.user_local;
  if (gesture_parts_ & kMorphPart) before.user_morph = gesture_start_.pose.user_morph;
  if (gesture_parts_ & kBasePart) {
    before.base = gesture_start_.pose.base;
    before.clip = gesture_start_.pose.clip;
    before.time = gesture_start_.pose.time;
  }
  if (gesture_parts_ & kTimelinePart) before.timeline = gesture_start_.pose.timeline;
  written_weights_ = std::exchange(gesture_weights_, {});
  if (painting_) {
    // With what was painted since the last preview.
    swap_weights(painted_so_far(), false);
    written_weights_ = std::exchange(painting_, {})->delta;
    swap_weights(written_weights_, true);
  }
  const Before start = state_of(gesture_start_);
  if (gesture_parts_ & kClipsPart) state.clips = start.clips;
  if (gesture_parts_ & kMarksPart) state.marks = start.marks;
  if (gesture_parts_ & kDraftPart) state.draft = start.draft;
  if (is_recorded(gesture_edit_)) record(state, gesture_edit_);
}

Document::Before Document::state_of(const Scene& scene) {
  return {scene.pose, scene.added_clips, {scene.marks, scene.mesh_hidden, scene.held}, scene.draft};
}

// Keeps what differs from `state`. Nothing differs: no undo step, and redo stays.
void Document::record(const Before& state, const Edit& edit) {
  const Pose& before = state.pose;
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
  delta.timeline_changed = before.timeline != after.timeline;
  delta.weights = std::exchange(written_weights_, {});
  delta.clips_changed = state.clips != scene_.added_clips;
  const Marked marks{scene_.marks, scene_.mesh_hidden, scene_.held};
  delta.marks_changed = state.marks != marks;
  delta.draft_changed = state.draft != scene_.draft;
  if (delta.empty()) return;
  delta.draft_before = state.draft;
  delta.draft_after = scene_.draft;
  if (delta.marks_changed) {
    delta.marks_before = state.marks;
    delta.marks_after = marks;
  }
  if (delta.clips_changed) {
    delta.clips_before = state.clips;
    delta.clips_after = scene_.added_clips;
  }
  delta.base_before = before.base;
  delta.base_after = after.base;
  delta.clip_before = before.clip;
  delta.clip_after = after.clip;
  delta.time_before = before.time;
  delta.time_after = after.time;
  delta.timeline_before = before.timeline;
  delta.timeline_after = after.timeline;
  delta.label = step_label(edit, scene_, before, delta.joint);
  delta.id = next_id();
  undo_.push_back(std::move(delta));
  redo_.clear();
}

Change Document::swap_to(const Delta& delta, bool forward) {
  slipped_.clear();
  skipped_.clear();
  if (delta.scene_before) return swap_scene(delta, forward);
  if (!delta.weights.empty()) return swap_weights(delta.weights, forward);
  const std::vector<mat4>& value = forward ? delta.after : delta.before;
  Pose& pose = scene_.pose;
  for (std::size_t k = 0; k < delta.joint.size(); ++k) {
    pose.user_local[static_cast<std::size_t>(delta.joint[k])] = value[k];
  }
  for (std::size_t k = 0; k < delta.channel.size(); ++k) {
    pose.user_morph[delta.channel[k]] = forward ? delta.morph_after[k] : delta.morph_before[k];
  }
  if (delta.draft_changed) scene_.draft = forward ? delta.draft_after : delta.draft_before;
  if (delta.marks_changed) {
    const Marked& marks = forward ? delta.marks_after : delta.marks_before;
    scene_.marks = marks.joints;
    scene_.mesh_hidden = marks.mesh_hidden;
    scene_.held = marks.held;
    drop_hidden_selection(scene_);
  }
  if (delta.clips_changed) scene_.added_clips = forward ? delta.clips_after : delta.clips_before;
  const bool faded = delta.timeline_before.fade != delta.timeline_after.fade;
  if (delta.timeline_changed) {
    pose.timeline = forward ? delta.timeline_after : delta.timeline_before;
  }
  if (delta.base_changed) {
    pose.base = forward ? delta.base_after : delta.base_before;
    pose.clip = forward ? delta.clip_after : delta.clip_before;
    pose.time = forward ? delta.time_after : delta.time_before;
  }
  // The file may have been written again since, with another clip.
  if (delta.timeline_changed) keep_fitting(scene_);
  if (delta.timeline_changed && !faded && !delta.base_changed && !delta.clips_changed)
    return {Change::View, -1};
  if (delta.base_changed || delta.clips_changed || !delta.channel.empty() || delta.draft_changed ||
      delta.joint.size() != 1)
    return {Change::Pose, -1};
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

std::vector<std::string> Document::history() const {
  std::vector<std::string> labels;
  for (const Delta& d : undo_) labels.push_back(d.label);
  for (auto d = redo_.rbegin(); d != redo_.rend(); ++d) labels.push_back(d->label);
  return labels;
}

Change Document::go_to(std::size_t done) {
  Change change;
  if (in_gesture_) change = undo();
  while (undo_.size() > done) change = merge(change, undo());
  while (undo_.size() < done && !redo_.empty()) change = merge(change, redo());
  return change;
}

std::string Document::undo_label() const {
  return undo_.empty() ? "" : undo_.back().label;
}
std::string Document::redo_label() const {
  return redo_.empty() ? "" : redo_.back().label;
}

}  // namespace bindpose
