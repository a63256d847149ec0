#include "scene/edit/draft/draft_edit.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/draft/bind_doctor.h"
#include "scene/draft/built_model.h"
#include "scene/draft/carried_motion.h"
#include "scene/edit/carry/carry_over.h"
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
  const std::vector<int> heir = heirs(*scene.model, to, joints);
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

// The same weights of the same joints: only what they are bound to is another.
std::vector<MeshWeights> as_they_are(const Scene& scene) {
  std::vector<MeshWeights> out;
  for (std::size_t m = 0; m < scene.edited.binding.size(); ++m) {
    const CopyOnWrite<MeshBinding>& own = scene.edited.binding[m];
    if (own) out.push_back({static_cast<int>(m), own->skin.joint, own->influences});
  }
  return out;
}

void write_weights_of(const std::vector<MeshWeights>& weights, Scene& scene) {
  if (!weights.empty()) apply_delta(weight_delta(scene, weights, {}), true, scene);
}

bool is_posed(const Pose& pose) {
  return std::ranges::any_of(pose.user_local, [](const mat4& u) { return u != mat4(1.0f); });
}

// Ul_j so that the joints' locals are these, on the base pose that is there. Where they are the
// base's but for rounding, none.
void set_locals(const std::vector<mat4>& local, Scene& scene) {
  constexpr float kRounding = 2e-6f;
  const std::vector<mat4> base = base_locals(scene);
  for (std::size_t j = 0; j < local.size(); ++j) {
    if (!is_invertible(base[j])) continue;
    const mat4 user = mul_affine(inverse_affine(base[j]), local[j]);
    const bool none = max_difference(user, mat4(1.0f)) < kRounding;
    scene.pose.user_local[j] = none ? mat4(1.0f) : user;
  }
}

// As it is shown where no skeleton is drafted.
PosedScene posed_without_draft(Scene scene) {
  scene.draft = nullptr;
  return evaluate(scene);
}

// The scene on a model that is bound anew: all indices are the same.
Scene rebound_scene(const Scene& scene, std::shared_ptr<const Model> made) {
  Scene out = make_scene(std::move(made), scene.view);
  out.added_clips = scene.added_clips;
  out.playback = scene.playback;
  out.selection = scene.selection;
  out.mesh_hidden = scene.mesh_hidden;
  out.marks = scene.marks;
  out.held = scene.held;
  out.draft = scene.draft;
  out.pose = scene.pose;
  write_weights_of(as_they_are(scene), out);
  if (scene.pose.base != BasePose::Bind) return out;
  // The base pose has moved itself: joints stay where they were.
  const std::vector<mat4> world = posed_without_draft(scene).world;
  std::vector<mat4> local(world.size());
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int p = out.model->skeleton.parent[j];
    const bool free = p < 0 || !is_invertible(world[idx(p)]);
    local[j] =
        free ? world[j] : mat4(glm::inverse(glm::dmat4(world[idx(p)])) * glm::dmat4(world[j]));
  }
  set_locals(local, out);
  return out;
}

NewBinds binds_with_points(const Scene& scene, const std::vector<mat4>& world) {
  NewBinds out;
  out.points = true;
  out.weights = scene.edited.binding;
  std::vector<std::uint8_t> named(world.size(), 0);
  for (const BoundMesh& b : bound_meshes(scene)) {
    out.node.push_back(world[idx(b.mesh.node)]);
    if (!b.skin.skinned) continue;
    for (const int j : b.skin.joint) named[idx(j)] = 1;
  }
  for (std::size_t j = 0; j < world.size(); ++j) {
    if (named[j] != 0) out.bind.push_back({-1, static_cast<int>(j), world[j]});
  }
  return out;
}

}  // namespace

Scene built_scene(const Scene& scene, std::shared_ptr<const Model> built) {
  Scene out = make_scene(std::move(built), scene.view);
  const CarriedMotion motion(*scene.model, *out.model);
  for (const auto& added : scene.added_clips) {
    auto clip = std::make_shared<AddedClip>();
    clip->clip = motion.carried(added->clip);
    out.added_clips.push_back(std::move(clip));
  }
  ModelMaps maps(*scene.model, *out.model);
  maps.joint = kept_joints(*scene.model, *out.model);
  // The rest is where it was, whatever it is called: parts of one mesh share its name.
  for (std::vector<int>* same : {&maps.mesh, &maps.channel, &maps.clip})
    std::iota(same->begin(), same->end(), 0);
  carry_over(scene, maps, out);
  out.playback.playing = false;
  write_weights_of(handed_on(scene, *out.model), out);
  if (is_posed(scene.pose)) set_locals(motion.locals(posed_without_draft(scene).local), out);
  return out;
}

std::shared_ptr<const Model> rebound_model(const Scene& scene, const RebindJoints& edit) {
  const Model& model = *scene.model;
  const std::vector<std::uint8_t>& named = joint_flags(scene).is_joint;
  if (std::ranges::find(named, 1) == named.end())
    throw std::runtime_error(model.name + " has no skin, so nothing that could be bound anew.");
  std::vector<mat4> world = posed_without_draft(scene).world;
  if (edit.to == RebindJoints::WithPoints)
    return bound_anew(scene.model, binds_with_points(scene, world));
  if (edit.to == RebindJoints::Rest)
    bind_from_locals(model.skeleton.parent, model.skeleton.rest_local, world);
  if (edit.to == RebindJoints::Pose && model.pose_tables.empty()) {
    throw std::runtime_error(model.name +
                             " says nothing of its bind pose beside its skins (an FBX may, in an "
                             "object Pose that has the mesh and its joints).");
  }
  NewBinds binds;
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int joint = static_cast<int>(j);
    const bool asked =
        edit.joint.empty() || std::ranges::find(edit.joint, joint) != edit.joint.end();
    if (named[j] == 0 || !asked) continue;
    if (edit.to != RebindJoints::Pose) {
      binds.bind.push_back({-1, joint, world[j]});
      continue;
    }
    for (int m = 0; m < static_cast<int>(model.meshes.size()); ++m) {
      if (const auto bind = pose_bind(model, m, joint)) binds.bind.push_back({m, joint, *bind});
    }
  }
  if (binds.bind.empty()) {
    throw std::runtime_error(edit.to == RebindJoints::Pose
                                 ? "The file's Pose has none of these joints."
                                 : "No skin names any of these joints: there is nothing to bind.");
  }
  return bound_anew(scene.model, std::move(binds));
}

bool binds_stay(const Scene& scene, const Model& rebound) {
  // A matrix that the file had without an inverse is not told of once it was chosen.
  const auto unusable = [](const Model& model) {
    return std::ranges::count(model.report, ReportKind::UnusableBind, &ReportEntry::kind);
  };
  if (unusable(rebound) != unusable(*scene.model)) return false;
  const NewBinds& binds = *rebound.built->binds;
  const double size = surface_size(*scene.model);
  const std::vector<BoundMesh> meshes = bound_meshes(scene);
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const Skin& skin = meshes[m].skin;
    if (!skin.skinned) continue;
    if (binds.points && !is_same_bind(skin.mesh_to_bind, binds.node[m], size)) return false;
    for (const NewBinds::Of& b : binds.bind) {
      if (b.mesh >= 0 && idx(b.mesh) != m) continue;
      const int slot = find_slot(skin, b.joint);
      if (slot >= 0 && !is_same_bind(skin.bind[idx(slot)], b.bind, size)) return false;
    }
  }
  return true;
}

Change Document::rebuild(const Edit& edit) {
  if (!scene_.model) return {};
  if (in_gesture_) commit_where_it_stands();
  std::shared_ptr<const Model> made;
  try {
    if (const auto* e = edit.as<BuildSkeleton>())
      made = e->made ? e->made : built_model(scene_.model, scene_.draft);
    if (const auto* e = edit.as<RebindJoints>())
      made = e->made ? e->made : rebound_model(scene_, *e);
  } catch (const std::runtime_error&) {
    return {};
  }
  if (edit.as<RebindJoints>() != nullptr && binds_stay(scene_, *made)) return {};
  slipped_.clear();
  skipped_.clear();
  Delta delta;
  delta.label = edit_label(edit, scene_);
  delta.scene_before = std::make_shared<const Scene>(scene_);
  const bool drafted = made->built && made->built->draft;
  scene_ = drafted ? built_scene(scene_, std::move(made)) : rebound_scene(scene_, std::move(made));
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
  if (!model || !scene_.model || model->built) return model;  // with it already
  return built_like(*scene_.model, model);
}

}  // namespace bindpose
