#include "view/capsules.h"

#include <algorithm>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "view/colors.h"

namespace bindpose {
namespace {

constexpr float kAlone = 0.9f;  // opacity of the selected joint's capsule
constexpr float kOneOfMany = 0.35f;

}  // namespace

std::vector<Capsule> capsules(const Scene& scene, const PosedScene& posed,
                              std::span<const BoneSegment> segments,
                              std::span<const vec3> color) {
  std::vector<Capsule> out;
  if (!scene.model || segments.empty()) return out;
  const Model& model = *scene.model;
  std::vector<mat4> bind(model.bind_local.size());
  forward_kinematics(model.skeleton.parent, model.bind_local, all_joints(model.skeleton), bind);
  const int selected = scene.selection.joint;
  const bool alone = std::any_of(segments.begin(), segments.end(), [&](const BoneSegment& s) {
    return s.joint == selected && s.radius > 0.0f;
  });
  for (const BoneSegment& s : segments) {
    const auto j = static_cast<std::size_t>(s.joint);
    if (s.joint < 0 || j >= bind.size() || j >= posed.world.size() || j >= color.size()) continue;
    if (!(s.radius > 0.0f) || (alone && s.joint != selected)) continue;
    const mat4 skin = mul_affine(posed.world[j], inverse_affine(bind[j]));
    out.push_back({s.joint, s.head, s.tail, s.radius, mul_affine(model.to_display, skin),
                   vec4(color[j], alone ? kAlone : kOneOfMany)});
  }
  return out;
}

}  // namespace bindpose
