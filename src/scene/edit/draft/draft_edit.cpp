#include "scene/edit/draft/draft_edit.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/draft/built_model.h"
#include "scene/draft/carried_motion.h"
#include "scene/edit/edit.h"

namespace bindpose {
namespace {

// The scene's edited weights by the joints of another skeleton of the same meshes.
std::vector<MeshWeights> handed_on(const Scene& scene, const Model& to) {
  std::vector<int> joints;
  std::vector<int> place(to.skeleton.parent.size(), -1);  // in `joints`
  for (int j = 0; j < to.skeleton.size(); ++j) {
    if (to.skeleton.file_flags.is_joint[idx(j)] == 0) continue;
    place[idx(j)] = static_cast<int>(joints.size());
    joints.push_back(j);
  }
  const std::vector<int> heir = heirs(scene.model->skeleton, to.skeleton, joints);
  std::vector<MeshWeights> out;
  for (std::size_t m = 0; m < scene.edited.binding.size(); ++m) {
    const CopyOnWrite<MeshBinding>& own = scene.edited.binding[m];
    if (!own) continue;
    std::vector<int> slots;
    for (const int j : own->skin.joint)
      slots.push_back(heir[idx(j)] < 0 ? -1 : place[idx(heir[idx(j)])]);
    out.push_back({static_cast<int>(m), joints, reslotted(own->influences, slots, joints.size())});
  }
  return out;
}

}  // namespace

Scene built_scene(const Scene& scene, std::shared_ptr<const Model> built) {
  Scene out = make_scene(std::move(built), scene.view);
  out.mesh_hidden = scene.mesh_hidden;
  out.pose.user_morph = scene.pose.user_morph;
  out.playback = scene.playback;
  out.playback.playing = false;
  const CarriedMotion motion(*scene.model, *out.model, out.model->built->rebound);
  for (const auto& added : scene.added_clips) {
    auto clip = std::make_shared<AddedClip>();
    clip->clip = motion.carried(added->clip);
    out.added_clips.push_back(std::move(clip));
  }
  const std::vector<MeshWeights> weights = handed_on(scene, *out.model);
  if (!weights.empty()) apply_delta(weight_delta(out, weights, nullptr), true, out);
  return out;
}

std::shared_ptr<const Model> rebound_model(const Scene& scene, const RebindJoints& edit) {
  const Model& model = *scene.model;
  SkeletonDraft draft = adopted_draft(model);
  if (draft.joint.empty())
    throw std::runtime_error(model.name + " has no skin, so nothing that could be bound anew.");
  std::vector<mat4> world = evaluate(scene).world;
  if (edit.to == RebindJoints::Rest)
    bind_from_locals(model.skeleton.parent, model.skeleton.rest_local, world);
  for (DraftJoint& joint : draft.joint) {
    const int j = find_joint(model.skeleton, joint.name);
    if (!edit.joint.empty() && std::ranges::find(edit.joint, j) == edit.joint.end()) continue;
    if (!is_invertible(world[idx(j)])) {
      throw std::runtime_error("Joint " + joint.name +
                               " is flat here (its W_j has no inverse) and cannot be bound so.");
    }
    joint.position = vec3(world[idx(j)][3]);
    joint.axes = mat3(world[idx(j)]);
  }
  return built_model(scene.model, std::make_shared<const SkeletonDraft>(std::move(draft)), true);
}

Change Document::rebuild(const Edit& edit) {
  if (!scene_.model) return {};
  if (in_gesture_) commit_where_it_stands();
  std::shared_ptr<const Model> made;
  try {
    if (const auto* e = std::get_if<BuildSkeleton>(&edit))
      made = e->made ? e->made : built_model(scene_.model, scene_.draft);
    if (const auto* e = std::get_if<RebindJoints>(&edit))
      made = e->made ? e->made : rebound_model(scene_, *e);
  } catch (const std::runtime_error&) {
    return {};
  }
  slipped_.clear();
  skipped_.clear();
  Delta delta;
  delta.label = edit_label(edit, scene_);
  delta.scene_before = std::make_shared<const Scene>(scene_);
  const Pose pose = scene_.pose;
  scene_ = built_scene(scene_, std::move(made));
  // Who binds anew wants to see what becomes of this pose.
  if (std::holds_alternative<RebindJoints>(edit)) {
    const Skeleton& old = delta.scene_before->model->skeleton;
    for (std::size_t j = 0; j < pose.user_local.size(); ++j) {
      const int to = find_joint(scene_.model->skeleton, old.name[j]);
      if (to >= 0) scene_.pose.user_local[idx(to)] = pose.user_local[j];
    }
    if (pose.base != BasePose::Bind) {
      scene_.pose.base = pose.base;
      scene_.pose.clip = pose.clip;
      scene_.pose.time = pose.time;
    }
  }
  delta.scene_after = std::make_shared<const Scene>(scene_);
  delta.id = next_id();
  undo_.push_back(std::move(delta));
  redo_.clear();
  return {Change::Pose, -1};
}

Change Document::swap_scene(const Delta& delta, bool forward) {
  const ViewSettings view = scene_.view;
  scene_ = forward ? *delta.scene_after : *delta.scene_before;
  scene_.view = view;
  return {Change::Pose, -1};
}

std::shared_ptr<const Model> Document::with_own_skeleton(std::shared_ptr<const Model> model) const {
  return model && scene_.model ? built_like(*scene_.model, model) : model;
}

}  // namespace bindpose
