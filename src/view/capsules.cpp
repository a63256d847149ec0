#include "view/capsules.h"

#include <algorithm>
#include <cmath>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "view/colors.h"

namespace bindpose {
namespace {

constexpr float kAlone = 0.9f;  // opacity of the selected joint's capsule
constexpr float kOneOfMany = 0.35f;

}  // namespace

std::vector<Capsule> capsules(const Scene& scene, const PosedScene& posed,
                              std::span<const BoneSegment> segments, std::span<const vec3> color) {
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

std::optional<Passing> passing(const Capsule& capsule, const Camera& camera,
                               const Viewport& viewport, const vec2& pixel) {
  if (!(std::abs(glm::determinant(mat3(capsule.to_display))) > 0.0f)) return std::nullopt;
  const mat4 to_bind = inverse_affine(capsule.to_display);
  const Ray sight = pixel_ray(camera, viewport, pixel);
  const vec3 eye(to_bind * vec4(sight.origin, 1.0f));
  const vec3 ray(glm::normalize(mat3(to_bind) * sight.direction));
  // Across the sight line both are points: the segment's ends as the eye sees them, and the origin.
  const auto across = [&](const vec3& p) { return p - eye - glm::dot(p - eye, ray) * ray; };
  const vec3 head = across(capsule.head), along = across(capsule.tail) - head;
  const float length2 = glm::dot(along, along);
  const float t = length2 > 0.0f ? std::clamp(-glm::dot(head, along) / length2, 0.0f, 1.0f) : 0.5f;
  const vec3 on_bone = glm::mix(capsule.head, capsule.tail, t);
  const float depth = glm::dot(on_bone - eye, ray);
  if (!(depth > 0.0f)) return std::nullopt;
  const vec3 on_sight = eye + depth * ray;
  const auto show = [&](const vec3& p) { return vec3(capsule.to_display * vec4(p, 1.0f)); };
  return Passing{glm::length(on_bone - on_sight), show(on_bone), show(on_sight)};
}

int outline_at(std::span<const Capsule> capsules, const Camera& camera, const Viewport& viewport,
               const vec2& pixel, float reach) {
  int best = -1;
  float nearest = reach;
  for (std::size_t k = 0; k < capsules.size(); ++k) {
    const auto at = [&](const vec2& p) { return passing(capsules[k], camera, viewport, p); };
    const auto here = at(pixel), right = at(pixel + vec2(1.0f, 0.0f)),
               down = at(pixel + vec2(0.0f, 1.0f));
    if (!here || !right || !down) continue;
    const float per_pixel =
        std::hypot(right->distance - here->distance, down->distance - here->distance);
    const float away = std::abs(here->distance - capsules[k].radius) / per_pixel;
    if (!(away <= nearest)) continue;
    nearest = away;
    best = static_cast<int>(k);
  }
  return best;
}

}  // namespace bindpose
