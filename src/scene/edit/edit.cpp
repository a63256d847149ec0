#include "scene/edit/edit.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/edit/clip_edit.h"
#include "scene/edit/edit_value.h"
#include "scene/edit/held.h"
#include "scene/edit/ik_edit.h"
#include "scene/edit/mark_edit.h"
#include "scene/edit/mend/locked_rows.h"
#include "scene/edit/pose_edit.h"
#include "scene/edit/rotate_edit.h"
#include "scene/edit/time_edit.h"
#include "scene/edit/vertices/vertex_edit.h"

namespace bindpose {
namespace {

bool valid_joint(const Scene& scene, int joint) {
  return scene.model && joint >= 0 && joint < scene.model->skeleton.size();
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

Change write_edit(Scene& scene, const RotateJoint& e) {
  const std::optional<mat4> turned = valid_joint(scene, e.joint) ? rotated(scene, e) : std::nullopt;
  return turned ? write_one(scene, e.joint, *turned) : Change{};
}

Change write_edit(Scene& scene, const ResetJoint& e) {
  if (!valid_joint(scene, e.joint)) return {};
  return reset_range(scene, {e.joint, e.joint + 1});
}

Change write_edit(Scene& scene, const ResetSubtree& e) {
  if (!valid_joint(scene, e.joint)) return {};
  return reset_range(scene, subtree(scene.model->skeleton, e.joint));
}

// Rotations of a chain; scene.pose.user_local where nothing turns.
Change write_turns(Scene& scene, const std::vector<mat4>& user_local) {
  bool changed = false;
  for (std::size_t j = 0; j < user_local.size(); ++j) {
    if (!is_finite(user_local[j])) return {};
  }
  for (std::size_t j = 0; j < user_local.size(); ++j) {
    changed |= write_joint(scene.pose, j, user_local[j]);
  }
  return {changed ? Change::Pose : Change::None, -1};
}

Change write_edit(Scene& scene, const SolveIk& e) {
  return write_turns(scene, solved(scene, e));
}

Change write_edit(Scene& scene, const LookAtPoint& e) {
  if (!valid_joint(scene, e.joint)) return {};
  return write_one(scene, e.joint, solved(scene, e)[static_cast<std::size_t>(e.joint)]);
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
      e.channel == -1 ? reset_morphs(scene.pose)
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

// What an edit of a whole pose makes of it.
template <typename E>
Change write_whole(Scene& scene, const E& e) {
  if (!scene.model) return {};
  Pose pose = changed_by(scene, e);
  return write_edit(scene, SetPose{std::move(pose.user_local), std::move(pose.user_morph)});
}

Change write_edit(Scene& scene, const MirrorPose& e) {
  return write_whole(scene, e);
}

Change write_edit(Scene& scene, const BlendPose& e) {
  return std::isfinite(e.factor) ? write_whole(scene, e) : Change{};
}

Change write_edit(Scene& scene, const RelaxPose& e) {
  return std::isfinite(e.factor) ? write_whole(scene, e) : Change{};
}

Change write_edit(Scene& scene, const EditDraft& e) {
  if (!scene.model) return {};
  std::string problem;
  auto next = changed_draft(scene.draft, e.change, *scene.model, problem);
  const bool same = next == scene.draft || (next && scene.draft && *next == *scene.draft);
  if (same || !problem.empty()) return {};
  scene.draft = std::move(next);
  return {Change::Pose, -1};
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
  if (pose.clip != clip) at_start(pose);
  pose.clip = clip;
  pose.base = BasePose::Clip;
  return {Change::Pose, -1};
}

Change write_index(const Scene& scene, int& target, int joint) {
  if ((joint != -1 && !valid_joint(scene, joint)) || target == joint) return {};
  target = joint;
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const SetSelection& e) {
  Selection& selection = scene.selection;
  std::vector<int> also;
  if (e.joint != -1 && !valid_joint(scene, e.joint)) return {};
  for (const int joint : e.also) {
    const bool twice = joint == e.joint || std::ranges::find(also, joint) != also.end();
    if (e.joint != -1 && valid_joint(scene, joint) && !twice) also.push_back(joint);
  }
  if (selection.joint == e.joint && selection.also == also) return {};
  selection.joint = e.joint;
  selection.also = std::move(also);
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const HoldJoints& e) {
  if (!scene.model) return {};
  std::vector<int> held = e.joint;
  std::erase_if(held, [&](int j) { return !ends_limb(*scene.model, j); });
  std::ranges::sort(held);
  held.erase(std::ranges::unique(held).begin(), held.end());
  if (held == scene.held) return {};
  scene.held = std::move(held);
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const SetHover& e) {
  return write_index(scene, scene.selection.hovered_joint, e.joint);
}

Change write_edit(Scene& scene, const SetView& e) {
  ViewSettings view = e.view;
  // The file's way beside the same way would be one picture twice.
  const bool divides =
      view.panes != Panes::One && scene.view.panes == Panes::One && !view.other_file;
  const bool compares = view.show == Show::Distance && scene.view.show != Show::Distance;
  if ((divides || compares) && view.method == Deformer::File &&
      view.compare == ViewSettings{}.compare && deformer_of(scene, view.method) == view.compare) {
    view.compare = Deformer::Linear;
  }
  // The one that comes on is the one that is meant.
  if (view.vertices && view.probe) (scene.view.probe ? view.probe : view.vertices) = false;
  keep_in_bounds(view, scene.view);
  if (view == scene.view) return {};
  // Whoever keeps a posed surface knows the pose alone.
  const bool moves = is_other_surface(view, scene.view);
  scene.view = view;
  return {moves ? Change::Pose : Change::View, -1};
}

Change write_vertex(const Scene& scene, VertexRef& target, VertexRef at) {
  if (at.empty()) at = VertexRef{};
  if (!at.empty() && !(scene.model && has_vertex(*scene.model, at))) return {};
  if (target == at) return {};
  target = at;
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const SetHoverVertex& e) {
  return write_vertex(scene, scene.selection.hovered_vertex, e.at);
}

Change write_edit(Scene& scene, const SetPinnedVertex& e) {
  return write_vertex(scene, scene.selection.pinned_vertex, e.at);
}

}  // namespace

SetSelection toggle_selected(const Selection& selection, int joint) {
  std::vector<int> all = selection.also;
  if (selection.joint >= 0) all.push_back(selection.joint);
  if (std::erase(all, joint) == 0 && joint >= 0) all.push_back(joint);
  if (all.empty()) return {-1};
  return {all.back(), {all.begin(), all.end() - 1}};
}

Change Document::write(const Edit& edit) {
  written_weights_ = {};
  skipped_.clear();
  if (const auto* e = edit.as<SetWeights>()) {
    if (!scene_.model || !has_vertex(*scene_.model, e->at)) return {};
    const auto& locks = scene_.marks.weights_locked;
    const auto row = locks.empty() ? e->row : keeping_locked(scene_, e->at, e->row);
    return write_weights(weight_delta(scene_, e->at, row));
  }
  if (const auto* e = edit.as<SetInfluences>()) {
    if (!scene_.model || !e->weights) return {};
    return write_whole_meshes(*e->weights, {e->reach, e->reach && e->reach_edited});
  }
  if (const auto* e = edit.as<TransferWeights>()) {
    const bool known = scene_.model && e->made;
    return known ? write_whole_meshes(*e->made, {}) : Change{};
  }
  if (const auto* e = edit.as<MendWeights>()) {
    if (!scene_.model) return {};
    if (e->made) return write_weights(edited_delta(scene_, e->made->weights));
    return write_weights(edited_delta(scene_, mended(scene_, e->mend).weights));
  }
  if (const auto* e = edit.as<PaintWeights>()) {
    if (!scene_.model) return {};
    const auto made = e->made ? e->made : painted(scene_, e->paint);
    return made->changed > 0 ? write_weights(made->delta) : Change{};
  }
  const bool both_sides = scene_.model && scene_.view.symmetric && is_mirrored(edit);
  const bool locks = !scene_.marks.locked.empty() && writes_joints(edit);
  const std::vector<mat4> before =
      both_sides || locks ? scene_.pose.user_local : std::vector<mat4>();
  const Change written = write_all(edit, both_sides, locks, before);
  if (skipped_.empty()) return written;
  // Morphs may have changed all the same; a wider extent than needed is no harm.
  return {written.extent == Change::None ? Change::None : Change::Pose, -1};
}

// Locked joints are put back before the next part looks at what has moved: neither the other side
// nor held places follow what did not happen.
void Document::put_locked_back(bool locks, const std::vector<mat4>& before) {
  if (!locks) return;
  for (const int joint : keep_locked(scene_, before)) {
    if (std::ranges::find(skipped_, joint) == skipped_.end()) skipped_.push_back(joint);
  }
  std::ranges::sort(skipped_);
}

Change Document::write_all(const Edit& edit, bool both_sides, bool locks,
                           const std::vector<mat4>& before) {
  return visit(
      [&](const auto& e) -> Change {
        using E = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<E, SetWeights> || std::is_same_v<E, SetInfluences> ||
                      std::is_same_v<E, MendWeights> || std::is_same_v<E, TransferWeights> ||
                      std::is_same_v<E, PaintWeights> || std::is_same_v<E, BuildSkeleton> ||
                      std::is_same_v<E, RebindJoints>) {
          return {};
        } else {
          const std::vector<HeldPlace> held = places_to_hold(scene_, edit);
          Change written = write_edit(scene_, e);
          put_locked_back(locks, before);
          if (both_sides && edit_partners(scene_, before, is_reset(edit)))
            written = {Change::Pose, -1};
          put_locked_back(locks, before);
          HoldResult kept = hold_places(scene_, held);
          put_locked_back(locks, before);
          if (!held.empty()) slipped_ = std::move(kept.slipped);
          return kept.written ? Change{Change::Pose, -1} : written;
        }
      },
      edit);
}

Change Document::write_whole_meshes(std::span<const MeshWeights> weights,
                                    WeightDelta::Reach reach) {
  if (scene_.marks.weights_locked.empty())
    return write_weights(weight_delta(scene_, weights, std::move(reach)));
  LockTally tally;
  const std::vector<MeshWeights> kept = keeping_locked(scene_, weights, &tally);
  reach.edited = reach.edited || (reach.of && tally.changed > 0);
  return write_weights(weight_delta(scene_, kept, std::move(reach)));
}

Change Document::write_weights(WeightDelta delta) {
  const Change change = swap_weights(delta, true);
  written_weights_ = std::move(delta);
  return change;
}

Change Document::swap_weights(const WeightDelta& delta, bool forward) {
  if (delta.empty()) return {};
  apply_delta(delta, forward, scene_);
  return {Change::Pose, -1};
}

}  // namespace bindpose
