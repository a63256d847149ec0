#include "scene/edit/held.h"

#include <algorithm>

#include "math/transform.h"
#include "rig/ik/solve.h"
#include "scene/edit/edit_value.h"
#include "scene/edit/ik_edit.h"
#include "scene/edit/mark_edit.h"

namespace bindpose {
namespace {

// W_j, from the root down; -1: the identity.
mat4 world_of(const Scene& scene, const std::vector<mat4>& base, int joint) {
  glm::dmat4 world(1.0);
  for (int j = joint; j >= 0; j = scene.model->skeleton.parent[idx(j)]) {
    world = glm::dmat4(base[idx(j)]) * glm::dmat4(scene.pose.user_local[idx(j)]) * world;
  }
  return mat4(world);
}

// The limb's Ul, then the joint's.
std::vector<mat4> pose_of(const Scene& scene, const std::vector<int>& limb, int joint) {
  std::vector<mat4> out;
  for (const int j : limb) out.push_back(scene.pose.user_local[idx(j)]);
  out.push_back(scene.pose.user_local[idx(joint)]);
  return out;
}

// Ul_j's 3x3 part, (W_p L_j)^-1 W_j, so that W_j has the axes that it had.
void keep_axes(Scene& scene, const std::vector<mat4>& base, const HeldPlace& place) {
  const int parent = scene.model->skeleton.parent[idx(place.joint)];
  const mat4 frame = mul_affine(world_of(scene, base, parent), base[idx(place.joint)]);
  if (!is_invertible(frame)) return;
  mat4& user = scene.pose.user_local[idx(place.joint)];
  mat4 kept = mul_affine(inverse_affine(frame), place.world);
  kept[3] = user[3];
  if (is_finite(kept)) user = kept;
}

}  // namespace

bool writes_joints(const Edit& edit) {
  return visit(
      [](const auto& e) {
        using E = std::decay_t<decltype(e)>;
        return std::is_same_v<E, SetUserLocal> || std::is_same_v<E, TransformJoint> ||
               std::is_same_v<E, RotateJoint> || std::is_same_v<E, ResetJoint> ||
               std::is_same_v<E, ResetSubtree> || std::is_same_v<E, ResetAll> ||
               std::is_same_v<E, SetPose> || std::is_same_v<E, SolveIk> ||
               std::is_same_v<E, LookAtPoint> || std::is_same_v<E, MirrorPose> ||
               std::is_same_v<E, BlendPose> || std::is_same_v<E, RelaxPose>;
      },
      edit);
}

std::vector<HeldPlace> places_to_hold(const Scene& scene, const Edit& edit) {
  if (!scene.model || scene.held.empty() || !writes_joints(edit)) return {};
  const auto* whole = edit.as<SetPose>();
  if (whole != nullptr && whole->as_is) return {};
  const auto* pulled = edit.as<SolveIk>();
  const std::vector<mat4> base = base_locals(scene);
  std::vector<HeldPlace> out;
  for (const int joint : scene.held) {
    if (pulled != nullptr && pulled->joint == joint) continue;
    std::vector<int> limb = ik_chain(*scene.model, joint, 0);
    std::vector<mat4> pose = pose_of(scene, limb, joint);
    out.push_back({joint, world_of(scene, base, joint), std::move(limb), std::move(pose)});
  }
  return out;
}

HoldResult hold_places(Scene& scene, const std::vector<HeldPlace>& places) {
  HoldResult out;
  if (places.empty()) return out;
  const std::vector<mat4> base = base_locals(scene);
  // What the edit itself wrote, not what is held on the way.
  std::vector<const HeldPlace*> moved;
  for (const HeldPlace& place : places) {
    if (pose_of(scene, place.limb, place.joint) == place.user_local) moved.push_back(&place);
  }
  for (const HeldPlace* place : moved) {
    if (world_of(scene, base, place->joint) == place->world) continue;
    const IkResult result = solve_ik(scene.model->skeleton.parent, base, place->limb, place->joint,
                                     {vec3(place->world[3]), std::nullopt},
                                     ik_joints(scene, place->limb), scene.pose.user_local);
    if (!is_locked(scene, place->joint)) keep_axes(scene, base, *place);
    if (!result.reached) out.slipped.push_back(place->joint);
    out.written = true;
  }
  return out;
}

}  // namespace bindpose
