#include "scene/edit/pose_edit.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/pose/blend.h"
#include "scene/edit/edit_value.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

using glm::dmat4;

// What a mirrored turn back to the base pose leaves of rounding.
constexpr float kAsGoodAsNone = 1e-5f;

std::vector<std::uint8_t> chosen_joints(const Model& model, const std::vector<int>& joints) {
  const std::size_t count = model.skeleton.parent.size();
  if (joints.empty()) return std::vector<std::uint8_t>(count, 1);
  std::vector<std::uint8_t> out(count, 0);
  for (const int j : joints) {
    if (j >= 0 && idx(j) < count) out[idx(j)] = 1;
  }
  return out;
}

// The locals that a blend goes towards; nothing where the target does not speak of the joint.
std::vector<std::optional<dmat4>> target_locals(const Scene& scene, const BlendPose& edit) {
  const Model& model = *scene.model;
  std::vector<std::optional<dmat4>> out(model.bind_local.size());
  if (edit.towards == BlendPose::Given) {
    if (!edit.given || edit.given->deviation.size() != out.size()) return out;
    const GivenPose pose = edit.mirrored ? mirrored(scene, *edit.given) : *edit.given;
    for (std::size_t j = 0; j < out.size(); ++j) {
      if (pose.deviation[j]) out[j] = dmat4(model.bind_local[j]) * dmat4(*pose.deviation[j]);
    }
    return out;
  }
  Scene base = scene;
  base.pose.base = edit.towards == BlendPose::Bind   ? BasePose::Bind
                   : edit.towards == BlendPose::Rest ? BasePose::Rest
                                                     : BasePose::Clip;
  if (clip_at(scene, scene.pose.clip) == nullptr) base.pose.clip = 0;
  if (base.pose.base == BasePose::Clip && clip_at(base, base.pose.clip) == nullptr) return out;
  const std::vector<mat4> local = base_locals(base);
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = dmat4(local[j]);
  return out;
}

void blend_morphs(const Scene& scene, const BlendPose& edit, Pose& out) {
  if (edit.towards != BlendPose::Given || !edit.joints.empty() || !edit.given) return;
  const GivenPose pose = edit.mirrored ? mirrored(scene, *edit.given) : *edit.given;
  if (pose.morph.size() != out.user_morph.size()) return;
  const std::vector<float> base = base_morph(scene);
  for (std::size_t c = 0; c < pose.morph.size(); ++c) {
    if (!pose.morph[c]) continue;
    const float now = scene.pose.user_morph[c].value_or(base[c]);
    out.user_morph[c] = now + (*pose.morph[c] - now) * edit.factor;
  }
}

}  // namespace

Pose changed_by(const Scene& scene, const MirrorPose& edit) {
  const GivenPose pose = pose_of(scene, edit.joints);
  if (!rig_mirror(scene).pairs.has_plane) return scene.pose;
  GivenPose other = mirrored(scene, pose);
  Pose out = with_pose(scene, other);
  if (!edit.joints.empty()) return out;
  // A channel that is as the base pose has it on both sides stays the base pose's.
  const std::vector<float> base = base_morph(scene);
  for (std::size_t c = 0; c < out.user_morph.size(); ++c) {
    const float wanted = other.morph[c].value_or(0.0f);
    const bool own = scene.pose.user_morph[c].has_value() || wanted != base[c];
    out.user_morph[c] = own ? std::optional(wanted) : std::nullopt;
  }
  return out;
}

Pose changed_by(const Scene& scene, const BlendPose& edit) {
  Pose out = scene.pose;
  const std::vector<mat4> base = base_locals(scene);
  const std::vector<std::uint8_t> chosen = chosen_joints(*scene.model, edit.joints);
  const std::vector<std::optional<dmat4>> target = target_locals(scene, edit);
  for (std::size_t j = 0; j < base.size(); ++j) {
    const mat4& bind = scene.model->bind_local[j];
    if (chosen[j] == 0 || !target[j] || !is_invertible(bind)) continue;
    const dmat4 now = dmat4(base[j]) * dmat4(scene.pose.user_local[j]);
    const dmat4 local = blended(now, *target[j], double(edit.factor));
    out.user_local[j] = user_local_of(scene, base[j], j, glm::inverse(dmat4(bind)) * local);
  }
  blend_morphs(scene, edit, out);
  return out;
}

Pose changed_by(const Scene& scene, const RelaxPose& edit) {
  const Model& model = *scene.model;
  const JointFlags& flags = model.skeleton.file_flags;
  const bool skinned = joint_count(flags) > 0;
  std::vector<std::uint8_t> chosen = chosen_joints(model, edit.joints);
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    if (edit.joints.empty() && skinned && flags.is_joint[j] == 0) chosen[j] = 0;
  }
  std::vector<mat4> bind(model.bind_local.size());
  bind_from_locals(model.skeleton.parent, model.bind_local, bind);
  std::vector<dmat4> deviation = deviations(scene);
  std::span<const std::uint8_t> counts;
  if (skinned) counts = flags.is_joint;
  relax(model.skeleton.parent, bind, counts, chosen, double(edit.factor), deviation);
  Pose out = scene.pose;
  const std::vector<mat4> base = base_locals(scene);
  for (std::size_t j = 0; j < base.size(); ++j) {
    if (chosen[j] != 0) out.user_local[j] = user_local_of(scene, base[j], j, deviation[j]);
  }
  return out;
}

bool is_mirrored(const Edit& edit) {
  return visit(
      [](const auto& e) {
        using E = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<E, SetPose>) {
          return !e.as_is;
        } else if constexpr (std::is_same_v<E, BlendPose> || std::is_same_v<E, RelaxPose>) {
          return !e.joints.empty();
        } else {
          return std::is_same_v<E, SetUserLocal> || std::is_same_v<E, TransformJoint> ||
                 std::is_same_v<E, RotateJoint> || std::is_same_v<E, ResetJoint> ||
                 std::is_same_v<E, ResetSubtree> || std::is_same_v<E, SolveIk> ||
                 std::is_same_v<E, LookAtPoint>;
        }
      },
      edit);
}

bool is_reset(const Edit& edit) {
  const auto* several = edit.as<SetPose>();
  return edit.is<ResetJoint>() || edit.is<ResetSubtree>() ||
         (several != nullptr && several->resets);
}

bool edit_partners(Scene& scene, const std::vector<mat4>& before, bool resets) {
  std::vector<mat4>& user = scene.pose.user_local;
  const RigMirror& mirror = rig_mirror(scene);
  const std::vector<mat4> edited = user;
  const std::vector<int> order = selected_joints(scene);
  const auto rank = [&](int j) { return std::ranges::find(order, j) - order.begin(); };
  bool changed = false;
  for (std::size_t j = 0; j < edited.size(); ++j) {
    const int joint = static_cast<int>(j), p = mirror.pairs.partner[j];
    if (p == kNoPartner || p == joint || edited[j] == before[j]) continue;
    const mat4& own = before[idx(p)];
    if (edited[idx(p)] != own && rank(joint) >= rank(p)) continue;
    mat4 next(1.0f);
    if (!resets || edited[j] != mat4(1.0f)) {
      if (!is_invertible(before[j])) continue;
      const dmat4 increment = glm::inverse(dmat4(before[j])) * dmat4(edited[j]);
      next = mat4(dmat4(own) * mirrored(mirror, joint, increment));
      if (max_difference(next, mat4(1.0f)) < kAsGoodAsNone) next = mat4(1.0f);
    }
    if (!is_finite(next) || next == edited[idx(p)]) continue;
    user[idx(p)] = next;
    changed = true;
  }
  return changed;
}

}  // namespace bindpose
