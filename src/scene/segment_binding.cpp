#include "scene/segment_binding.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/skinning.h"
#include "scene/bone_layout.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostSegments = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

std::vector<mat4> bind_worlds(const Model& model) {
  const Skeleton& s = model.skeleton;
  std::vector<mat4> world(s.parent.size());
  forward_kinematics(s.parent, model.bind_local, all_joints(s), world);
  return world;
}

std::vector<int> meshes_to_bind(const Model& model) {
  std::vector<int> skinned, all;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    if (model.meshes[m].position.empty()) continue;
    all.push_back(static_cast<int>(m));
    if (model.meshes[m].skin.skinned) skinned.push_back(static_cast<int>(m));
  }
  return skinned.empty() ? all : skinned;
}

// From a mesh's bind space to the file's world of the bind pose. Skinned meshes are there already.
mat4 to_bind_world(const Mesh& mesh, const std::vector<mat4>& world) {
  return mesh.skin.skinned ? mat4(1.0f) : node_skin_matrix(mesh, world);
}

std::vector<vec3> bind_world_points(const Mesh& mesh, const mat4& to_world) {
  std::vector<vec3> points = mesh.position;
  if (to_world == mat4(1.0f)) return points;
  for (vec3& p : points) p = vec3(to_world * vec4(p, 1.0f));
  return points;
}

Skin skin_of(const Mesh& mesh, const std::vector<BoneSegment>& segments,
             const std::vector<mat4>& world, const mat4& to_world) {
  Skin skin;
  skin.skinned = true;
  skin.mesh_to_bind = mesh.skin.mesh_to_bind;
  const mat4 from_world = inverse_affine(to_world);
  for (const BoneSegment& segment : segments) {
    // What the file says of a joint of this mesh stays: skins of one model may differ.
    const int slot = mesh.skin.skinned ? find_slot(mesh.skin, segment.joint) : -1;
    skin.joint.push_back(segment.joint);
    if (slot >= 0) {
      skin.bind.push_back(mesh.skin.bind[index(slot)]);
      skin.inverse_bind.push_back(mesh.skin.inverse_bind[index(slot)]);
    } else {
      skin.bind.push_back(mul_affine(from_world, world[index(segment.joint)]));
      skin.inverse_bind.push_back(inverse_affine(skin.bind.back()));
    }
  }
  return skin;
}

void set_radii(std::vector<BoneSegment>& segments, const SegmentRadii& radii,
               const std::vector<vec3>& all_points) {
  if (radii.all) {
    for (BoneSegment& s : segments) s.radius = *radii.all;
  } else {
    const std::vector<float> reach = covering_radii(all_points, segments, kBindReach);
    for (std::size_t s = 0; s < segments.size(); ++s) segments[s].radius = reach[s];
  }
  for (const auto& [joint, radius] : radii.of) {
    for (BoneSegment& s : segments) {
      if (s.joint == joint) s.radius = radius;
    }
  }
}

}  // namespace

std::vector<BoneSegment> bind_segments(const Model& model) {
  const std::vector<mat4> world = bind_worlds(model);
  const auto& is_joint = model.skeleton.is_joint;
  const bool any = std::find(is_joint.begin(), is_joint.end(), 1) != is_joint.end();
  std::vector<BoneSegment> segments;
  for (const BoneLayout::Plan& plan : bone_layout(model).plan) {
    if (any && is_joint[index(plan.joint)] == 0) continue;
    const mat4& w = world[index(plan.joint)];
    const vec3 tail =
        plan.child >= 0 ? vec3(world[index(plan.child)][3]) : vec3(w * vec4(plan.tail, 1.0f));
    segments.push_back({plan.joint, vec3(w[3]), tail, 0.0f});
  }
  return segments;
}

SegmentBinding bind_by_segments(const Model& model, const SegmentRadii& radii) {
  SegmentBinding out;
  out.mesh = meshes_to_bind(model);
  if (out.mesh.empty()) throw std::runtime_error(model.name + " has no surface to bind.");
  out.segments = bind_segments(model);
  if (out.segments.empty()) throw std::runtime_error(model.name + " has no joints to bind to.");
  if (out.segments.size() > kMostSegments) {
    throw std::runtime_error(model.name + " has more bones than a skin can hold (65,536).");
  }
  const std::vector<mat4> world = bind_worlds(model);
  std::vector<mat4> to_world;
  std::vector<std::vector<vec3>> points;
  std::vector<vec3> all;
  for (const int m : out.mesh) {
    to_world.push_back(to_bind_world(model.meshes[index(m)], world));
    points.push_back(bind_world_points(model.meshes[index(m)], to_world.back()));
    if (!radii.all) all.insert(all.end(), points.back().begin(), points.back().end());
  }
  set_radii(out.segments, radii, all);
  for (std::size_t k = 0; k < out.mesh.size(); ++k) {
    const Mesh& mesh = model.meshes[index(out.mesh[k])];
    out.skin.push_back(skin_of(mesh, out.segments, world, to_world[k]));
    out.influences.push_back(segment_weights(points[k], out.segments));
    const auto& offset = out.influences.back().offset;
    out.vertices += points[k].size();
    for (std::size_t i = 0; i < points[k].size(); ++i) {
      if (offset[i] == offset[i + 1]) ++out.unweighted;
    }
  }
  return out;
}

std::shared_ptr<Model> with_binding(const Model& model, SegmentBinding binding) {
  auto bound = std::make_shared<Model>(model);
  for (const BoneSegment& s : binding.segments) bound->skeleton.is_joint[index(s.joint)] = 1;
  for (std::size_t k = 0; k < binding.mesh.size(); ++k) {
    Mesh& mesh = bound->meshes[index(binding.mesh[k])];
    mesh.skin = std::move(binding.skin[k]);
    mesh.influences = std::move(binding.influences[k]);
  }
  derive_weight_flags(*bound);
  return bound;
}

}  // namespace bindpose
