#include "view/bones.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "math/numbers.h"
#include "rig/kinematics.h"
#include "view/joints/joint_colors.h"
#include "view/joints/joint_patterns.h"

namespace bindpose {
namespace {

constexpr float kNoLength = 1e-20f;  // so short a vector has no direction
constexpr float kRadiusOfLength = 0.09f;
constexpr float kRadiusLargest = 0.022f;  // of the model's height: a long root is no barrel
constexpr float kTooShort = 1e-4f;        // of the model's height
constexpr float kMarkerLength = 0.012f;   // of the model's height
constexpr float kJointOfLength = 0.22f;   // a sphere takes no more of its bone than this
constexpr float kHelperPart = 0.6f;       // a helper's sphere: this part of a bone's
constexpr float kEmphasisPixels = 0.8f;   // a selected or hovered joint's sphere grows by this,
constexpr float kEmphasisLeast = 4.0f;    // to at least this
constexpr float kBoneCatchPixels = 3.0f;  // beside the axis of a bone that is thinner than a finger

// Unit and orthogonal to the unit vector `along`, as near to `wanted` as can be.
vec3 across(const vec3& along, const vec3& wanted) {
  const vec3 w = unit_or(wanted, kNoLength, vec3(0.0f));
  const vec3 rest = w - glm::dot(w, along) * along;
  if (glm::length(rest) > 1e-3f) return glm::normalize(rest);
  const vec3 other = std::abs(along.x) < 0.7f ? vec3(1, 0, 0) : vec3(0, 1, 0);
  return glm::normalize(other - glm::dot(other, along) * along);
}

Bone pose_bone(const BoneLayout::Plan& plan, const mat4& shown, const vec3& tail, float height) {
  Bone b{};
  b.joint = plan.joint;
  b.head = vec3(shown[3]);
  b.tail = tail;
  b.helper = plan.helper;
  b.child = plan.child;
  b.length = glm::length(b.tail - b.head);
  if (!(b.length > kTooShort * height)) {
    b.length = kMarkerLength * height;
    b.tail = b.head + b.length * unit_or(vec3(shown[1]), kNoLength, vec3(0.0f, 1.0f, 0.0f));
  }
  b.radius = std::min(kRadiusOfLength * b.length, kRadiusLargest * height);
  b.side = across((b.tail - b.head) / b.length, vec3(shown[plan.side_is_z ? 2 : 0]));
  return b;
}

// Nearest joint whose sphere the pixel touches, or -1.
int pick_sphere(const BoneSet& bones, const Camera& camera, const Viewport& viewport,
                const vec2& pixel, float ui_scale, const Selection& selection) {
  constexpr float kFarthest = kJointRadiusPixels + kEmphasisPixels + kJointCatchPixels;
  int covered = -1, beside = -1;
  float nearest_depth = std::numeric_limits<float>::infinity();
  float nearest_pixels = std::numeric_limits<float>::infinity();
  for (const Bone& b : bones.bones) {
    const vec3 p = project(camera, viewport, b.head);
    if (!(p.z > 0.0f)) continue;
    const float distance = glm::length(vec2(p) - pixel);
    if (distance > kFarthest * ui_scale) continue;
    const float disc = joint_radius_pixels(b, selection, camera, viewport, ui_scale) * ui_scale;
    const float reach = disc + kJointCatchPixels * ui_scale;
    if (distance <= disc && p.z < nearest_depth) {
      covered = b.joint;
      nearest_depth = p.z;
    }
    if (distance <= reach && distance < nearest_pixels) {
      beside = b.joint;
      nearest_pixels = distance;
    }
  }
  return covered >= 0 ? covered : beside;
}

// Depth at which the ray enters the octahedron, or nothing.
std::optional<float> enter_octahedron(const Bone& bone, const Ray& ray) {
  const std::array<vec3, 6> corner = bone_corners(bone);
  std::optional<float> nearest;
  for (std::size_t k = 0; k < 4; ++k) {
    const vec3 &a = corner[2 + k], &b = corner[2 + (k + 1) % 4];
    for (std::size_t end = 0; end < 2; ++end) {
      const auto hit = intersect_triangle(ray, corner[end], a, b);
      if (hit && (!nearest || hit->t < *nearest)) nearest = hit->t;
    }
  }
  return nearest;
}

// Depth of the bone's axis where it is nearest to the pixel, when that is within `reach` pixels.
std::optional<float> near_axis(const vec3& head, const vec3& tail, const vec2& pixel, float reach) {
  if (!(head.z > 0.0f && tail.z > 0.0f)) return std::nullopt;
  if (distance_to_segment(pixel, vec2(head), vec2(tail)) > reach) return std::nullopt;
  const float s =
      closest_on_segment(vec3(pixel, 0.0f), vec3(vec2(head), 0.0f), vec3(vec2(tail), 0.0f));
  return glm::mix(head.z, tail.z, s);
}

}  // namespace

std::array<vec3, 6> bone_corners(const Bone& bone) {
  const vec3 along = (bone.tail - bone.head) / bone.length;
  const vec3 waist = glm::mix(bone.head, bone.tail, kBoneWaist);
  const vec3 u = bone.radius * bone.side;
  const vec3 v = bone.radius * glm::cross(along, bone.side);
  return {bone.head, bone.tail, waist + u, waist + v, waist - u, waist - v};
}

float joint_radius_pixels(const Bone& bone, const Selection& selection, const Camera& camera,
                          const Viewport& viewport, float ui_scale) {
  const float room = kJointOfLength * bone.length / pixel_size(camera, viewport, bone.head);
  const float radius = std::clamp(room / ui_scale, kJointSmallestPixels, kJointRadiusPixels) *
                       (bone.helper ? kHelperPart : 1.0f);
  const bool emphasised = bone.joint == selection.joint || bone.joint == selection.hovered_joint;
  return emphasised ? std::max(radius + kEmphasisPixels, kEmphasisLeast) : radius;
}

bool is_drawn(const Scene& scene, int joint) {
  const int last = scene.selection.joint;
  if (scene.view.bones == Bones::All || !scene.model || last < 0) return true;
  return in_subtree(scene.model->skeleton, last, joint);
}

bool is_drawn(const Scene& scene, int joint, int child) {
  const bool all = scene.view.bones == Bones::All || scene.selection.joint < 0;
  return all || (child >= 0 && is_drawn(scene, joint) && is_drawn(scene, child));
}

vec3 joint_position(const Scene& scene, const PosedScene& posed, int joint) {
  return vec3(scene.model->to_display * posed.world[idx(joint)][3]);
}

namespace {

void renew_layout(const Scene& scene, BoneSet& out) {
  const JointFlags& flags = joint_flags(scene);
  const bool same_model = out.model == scene.model->id;
  if (!same_model) out.pattern.clear();
  if (scene.view.hatching && out.pattern.empty())
    out.pattern = joint_patterns(borrowed_scene(*scene.model));
  if (same_model && out.flags == flags) return;
  if (out.color_of != scene.model->id) {
    out.color = joint_colors(scene);
    out.color_of = scene.model->id;
  }
  out.layout = bone_layout(*scene.model, flags);
  out.model = scene.model->id;
  out.flags = flags;
}

// Nothing where it is nowhere.
std::optional<Bone> placed(const Scene& scene, const PosedScene& posed,
                           const BoneLayout::Plan& plan, float height) {
  const auto finite = [](const vec3& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
  };
  const mat4 shown = scene.model->to_display * posed.world[idx(plan.joint)];
  const vec3 tail = plan.child >= 0 ? joint_position(scene, posed, plan.child)
                                    : vec3(shown * vec4(plan.tail, 1.0f));
  if (!finite(vec3(shown[3])) || !finite(tail)) return std::nullopt;
  return pose_bone(plan, shown, tail, height);
}

}  // namespace

void build_bones(const Scene& scene, const PosedScene& posed, BoneSet& out) {
  out.bones.clear();
  out.links.clear();
  if (!scene.model || posed.world.size() != scene.model->skeleton.parent.size()) return;
  renew_layout(scene, out);
  if (scene.draft) return;  // what is drafted stands in their place
  for (const BoneLayout::Plan& plan : out.layout.plan) {
    if (is_joint_hidden(scene, plan.joint)) continue;
    if (const auto bone = placed(scene, posed, plan, out.layout.height)) out.bones.push_back(*bone);
  }
  for (const auto& [parent, child] : out.layout.link) {
    if (is_joint_hidden(scene, parent) || is_joint_hidden(scene, child)) continue;
    out.links.push_back(
        {parent, child, joint_position(scene, posed, parent), joint_position(scene, posed, child)});
  }
}

void move_bones(const Scene& scene, const PosedScene& posed, int joint, BoneSet& out) {
  const auto& model = scene.model;
  const bool known = model && out.model == model->id && out.flags == joint_flags(scene) &&
                     posed.world.size() == model->skeleton.parent.size() && joint >= 0 &&
                     joint < model->skeleton.size() && !scene.draft &&
                     out.bones.size() == out.layout.plan.size() &&
                     out.links.size() == out.layout.link.size();
  if (!known) return build_bones(scene, posed, out);
  const JointRange range = subtree(model->skeleton, joint);
  const std::vector<BoneLayout::Plan>& plans = out.layout.plan;
  const auto first_of = [&plans](int j) {
    return std::ranges::lower_bound(plans, j, {}, &BoneLayout::Plan::joint) - plans.begin();
  };
  // The bone that ends at the joint is its parent's.
  const int parent = model->skeleton.parent[idx(joint)];
  for (const JointRange part : {JointRange{parent, parent + 1}, range}) {
    for (auto k = first_of(part.first); k < first_of(part.last); ++k) {
      const auto at = static_cast<std::size_t>(k);
      const auto bone = placed(scene, posed, plans[at], out.layout.height);
      if (!bone) return build_bones(scene, posed, out);
      out.bones[at] = *bone;
    }
  }
  for (BoneLink& link : out.links) {
    if (link.child < range.first || link.child >= range.last) continue;
    link.from = joint_position(scene, posed, link.parent);
    link.to = joint_position(scene, posed, link.child);
  }
}

int pick_bone(const BoneSet& bones, const Camera& camera, const Viewport& viewport,
              const vec2& pixel, float ui_scale, const Selection& selection) {
  const int sphere = pick_sphere(bones, camera, viewport, pixel, ui_scale, selection);
  if (sphere >= 0) return sphere;

  const Ray ray = pixel_ray(camera, viewport, pixel);
  const float along_view = glm::dot(ray.direction, -camera_axes(camera).back);
  int best = -1;
  float nearest = std::numeric_limits<float>::infinity();
  for (const Bone& b : bones.bones) {
    std::optional<float> depth;
    if (!b.helper) {
      depth = enter_octahedron(b, ray);
      if (depth) *depth *= along_view;
    }
    if (!depth) {
      depth = near_axis(project(camera, viewport, b.head), project(camera, viewport, b.tail), pixel,
                        (b.helper ? kLineCatchPixels : kBoneCatchPixels) * ui_scale);
    }
    if (depth && *depth < nearest) {
      nearest = *depth;
      best = b.joint;
    }
  }
  return best;
}

}  // namespace bindpose
