#include "scene/segment_binding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/skinning.h"
#include "scene/bone_layout.h"
#include "scene/pose/symmetry.h"
#include "scene/probe.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxSegments = std::numeric_limits<std::uint16_t>::max();
constexpr float kBindRounding = 1e-4f;  // a mesh this near to the bind pose's world is in it
// Bones this near to each other's mirror image, of the rig's size, are a pair that mirrors.
constexpr double kOpposite = 1e-3;

// From a mesh's bind space to the file's world of the bind pose: the way its first joint goes.
mat4 to_bind_world(const Mesh& mesh, const std::vector<mat4>& world) {
  const Skin& skin = mesh.file_binding.skin;
  if (skin.joint.empty()) return node_skin_matrix(mesh, world);
  const mat4 way = mul_affine(world[idx(skin.joint[0])], skin.inverse_bind[0]);
  return max_difference(way, mat4(1.0f)) < kBindRounding ? mat4(1.0f) : way;
}

std::vector<vec3> bind_world_points(const Mesh& mesh, const mat4& to_world) {
  std::vector<vec3> points = mesh.position;
  if (to_world == mat4(1.0f)) return points;
  for (vec3& p : points) p = vec3(to_world * vec4(p, 1.0f));
  return points;
}

bool any(const std::vector<std::uint8_t>& flags) {
  return std::ranges::find(flags, 1) != flags.end();
}

// As the file's skins have them, with weights or not: the bones must not change with the weights
// that are computed from them.
JointFlags flags_as_bound(const Model& model) {
  const auto& joints = any(model.has_bind) ? model.has_bind : model.skeleton.file_flags.is_joint;
  return {joints, joints};
}

// Where none has weight, all stay.
void keep_weighted(const JointFlags& flags, std::vector<BoneSegment>& segments) {
  const auto is_bare = [&](const BoneSegment& s) { return flags.has_weight[idx(s.joint)] == 0; };
  if (!std::ranges::all_of(segments, is_bare)) std::erase_if(segments, is_bare);
}

// Whether the plane mirrors one onto the other.
bool opposite(const BoneSegment& a, const BoneSegment& b, const JointPairs& sides) {
  const auto apart = [&](const vec3& here, const vec3& there) {
    return glm::distance(sides.plane.reflected(glm::dvec3(here)), glm::dvec3(there));
  };
  const double most = kOpposite * sides.size;
  return apart(a.head, b.head) <= most && apart(a.tail, b.tail) <= most;
}

// A point as near to both of two opposite bones, or to a bone in the middle as to one of a side, is
// given to the one that is listed first. So both get what the farther one has.
void reach_alike(const Model& model, std::vector<BoneSegment>& segments) {
  const JointPairs sides = rig_mirror(model).pairs;
  if (!sides.has_plane) return;
  for (BoneSegment& s : segments) {
    const int partner = sides.partner[idx(s.joint)];
    if (partner <= s.joint) continue;
    const auto other = std::ranges::find(segments, partner, &BoneSegment::joint);
    if (other == segments.end() || !opposite(s, *other, sides)) continue;
    s.radius = other->radius = std::max(s.radius, other->radius);
  }
}

void set_radii(const Model& model, std::vector<BoneSegment>& segments, const SegmentRadii& radii,
               const std::vector<vec3>& all_points) {
  if (radii.all) {
    for (BoneSegment& s : segments) s.radius = *radii.all;
  } else {
    const std::vector<float> reach = covering_radii(all_points, segments, kBindReach);
    for (std::size_t s = 0; s < segments.size(); ++s) segments[s].radius = reach[s];
    reach_alike(model, segments);
  }
  for (const auto& [joint, radius] : radii.of) {
    for (BoneSegment& s : segments) {
      if (s.joint == joint) s.radius = radius;
    }
  }
}

float raw_weight(float distance, float reach) {
  return reach > 0.0f ? std::max(0.0f, reach - distance) / reach : 0.0f;
}

}  // namespace

std::vector<int> meshes_to_bind(const Model& model) {
  std::vector<int> skinned, all;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    if (model.meshes[m].position.empty()) continue;
    all.push_back(static_cast<int>(m));
    if (model.meshes[m].file_binding.skin.skinned) skinned.push_back(static_cast<int>(m));
  }
  return skinned.empty() ? all : skinned;
}

namespace {

// A camera or a lamp by its name ("Camera", "Light.001"), as programs call them.
bool is_of_the_set(const std::string& name) {
  constexpr std::array kNames{"camera", "light", "lamp", "sun", "spot", "area"};
  std::string word;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter) break;
    word.push_back(static_cast<char>(c | 0x20));
  }
  return std::ranges::find(kNames, word) != kNames.end();
}

// Where no skin names a joint: nodes that may be bones, #J. The file's root is none, nor are
// cameras and lamps with what is below them. A node that carries no mesh, nor one below itself, is
// a bone in a chain alone: an empty by itself is a place. A mesh that hangs on a bone is none;
// parts that hang on one another are. What meshes hang below at the top is a bone among bones; by
// itself it is an object, or a group of them.
std::vector<std::uint8_t> bone_nodes(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  const std::size_t count = skeleton.parent.size();
  std::vector<std::uint8_t> carries(count, 0), out_of_it(count, 0), empty(count, 0), bone(count, 0);
  for (const Mesh& mesh : model.meshes) carries[idx(mesh.node)] = 1;
  std::vector<std::uint8_t> mesh_below = carries;
  for (std::size_t j = count; j-- > 0;) {  // children come after their parents
    const int parent = skeleton.parent[j];
    if (parent >= 0 && mesh_below[j] != 0) mesh_below[idx(parent)] = 1;
  }
  for (std::size_t j = 0; j < count; ++j) {
    const int parent = skeleton.parent[j];
    out_of_it[j] = parent < 0 || is_of_the_set(skeleton.name[j]) ||
                           (out_of_it[idx(parent)] != 0 && skeleton.parent[idx(parent)] >= 0)
                       ? 1
                       : 0;
    empty[j] = out_of_it[j] == 0 && mesh_below[j] == 0 ? 1 : 0;
    if (empty[j] == 0 || empty[idx(parent)] == 0) continue;
    bone[j] = bone[idx(parent)] = 1;
  }
  std::vector<std::size_t> top;
  for (std::size_t j = 0; j < count; ++j) {
    if (out_of_it[j] != 0 || mesh_below[j] == 0) continue;
    const int parent = skeleton.parent[j];
    const bool below_root = skeleton.parent[idx(parent)] < 0;
    const bool leaf = skeleton.subtree_end[j] == static_cast<int>(j) + 1;
    if (!below_root && (!leaf || carries[idx(parent)] != 0)) bone[j] = 1;
    if (!leaf && below_root) top.push_back(j);
  }
  if (any(bone)) {
    for (const std::size_t j : top) bone[j] = 1;
  }
  return bone;
}

}  // namespace

bool has_bones(const Model& model) {
  return any(model.skeleton.file_flags.is_joint) || any(bone_nodes(model));
}

std::vector<mat4> bind_worlds(const Model& model) {
  const Skeleton& s = model.skeleton;
  std::vector<mat4> world(s.parent.size());
  forward_kinematics(s.parent, model.bind_local, all_joints(s), world);
  return world;
}

std::vector<BoneSegment> bind_segments(const Model& model) {
  const std::vector<mat4> world = bind_worlds(model);
  const JointFlags flags = flags_as_bound(model);
  const std::vector<std::uint8_t> bone = any(flags.is_joint) ? flags.is_joint : bone_nodes(model);
  std::vector<BoneSegment> segments;
  for (const BoneLayout::Plan& plan : bone_layout(model, flags).plan) {
    if (bone[idx(plan.joint)] == 0) continue;
    const mat4& w = world[idx(plan.joint)];
    const vec3 tail =
        plan.child >= 0 ? vec3(world[idx(plan.child)][3]) : vec3(w * vec4(plan.tail, 1.0f));
    segments.push_back({plan.joint, vec3(w[3]), tail, 0.0f});
  }
  return segments;
}

vec3 bind_world_point(const Model& model, int mesh, const vec3& point) {
  return vec3(to_bind_world(model, mesh) * vec4(point, 1.0f));
}

mat4 to_bind_world(const Model& model, int mesh) {
  return to_bind_world(model.meshes[idx(mesh)], bind_worlds(model));
}

BindGround bind_ground(const Model& model, BindJoints joints) {
  BindGround out;
  out.mesh = meshes_to_bind(model);
  if (out.mesh.empty()) throw std::runtime_error(model.name + " has no surface to bind.");
  if (!has_bones(model)) {
    throw std::runtime_error(model.name +
                             " has no bones to bind to: its nodes are only the file's "
                             "and its objects' own. Make a skeleton first: Ctrl+J in the window, "
                             "\"draft joint\" as an edit.");
  }
  out.segment = bind_segments(model);
  const std::size_t all = out.segment.size();
  if (joints == BindJoints::Weighted) keep_weighted(model.skeleton.file_flags, out.segment);
  out.left_out = all - out.segment.size();
  if (out.segment.empty()) throw std::runtime_error(model.name + " has no joints to bind to.");
  if (out.segment.size() > kMaxSegments) {
    throw std::runtime_error(model.name + " has more bones than a skin can hold (65,535).");
  }
  std::vector<int> segment_of(model.skeleton.parent.size(), -1);
  for (std::size_t s = 0; s < out.segment.size(); ++s)
    segment_of[idx(out.segment[s].joint)] = static_cast<int>(s);
  for (const BoneSegment& s : out.segment) {
    int above = model.skeleton.parent[idx(s.joint)];
    while (above >= 0 && segment_of[idx(above)] < 0) above = model.skeleton.parent[idx(above)];
    out.parent.push_back(above < 0 ? -1 : segment_of[idx(above)]);
  }
  const std::vector<mat4> world = bind_worlds(model);
  for (const int m : out.mesh) {
    const Mesh& mesh = model.meshes[idx(m)];
    const auto first = static_cast<std::uint32_t>(out.position.size());
    out.first.push_back(first);
    const std::vector<vec3> points = bind_world_points(mesh, to_bind_world(mesh, world));
    out.position.insert(out.position.end(), points.begin(), points.end());
    for (const std::uint32_t v : mesh.triangle) out.triangle.push_back(first + v);
  }
  out.first.push_back(static_cast<std::uint32_t>(out.position.size()));
  return out;
}

BoneReach reach_of(const Model& model, const SegmentRadii& radii) {
  std::vector<vec3> points;
  try {
    points = bind_ground(model).position;
  } catch (const std::runtime_error&) {  // none
  }
  BoneReach out{radii, bind_segments(model)};
  set_radii(model, out.segments, radii, points);
  return out;
}

SegmentBinding bind_by_segments(const Model& model, const SegmentRadii& radii) {
  const BindGround ground = bind_ground(model);
  SegmentBinding out;
  std::vector<BoneSegment>& segments = out.reach.segments;
  segments = ground.segment;
  out.reach.radii = radii;
  set_radii(model, segments, radii, ground.position);
  std::vector<int> joint;
  for (const BoneSegment& s : segments) joint.push_back(s.joint);
  out.vertices = ground.position.size();
  for (std::size_t k = 0; k < ground.mesh.size(); ++k) {
    const std::span<const vec3> points =
        std::span(ground.position).subspan(ground.first[k], ground.first[k + 1] - ground.first[k]);
    out.weights.push_back({ground.mesh[k], joint, segment_weights(points, segments)});
    const auto& offset = out.weights.back().influences.offset;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (offset[i] == offset[i + 1]) ++out.unweighted;
    }
  }
  return out;
}

bool gives(const Scene& scene, const SegmentRadii& radii, std::span<const MeshWeights> weights) {
  SegmentBinding made;
  try {
    made = bind_by_segments(*scene.model, radii);
  } catch (const std::runtime_error&) {  // nothing to bind
    return false;
  }
  const auto row = [](const Influences& in, const std::vector<int>& joint, std::size_t v) {
    std::vector<std::pair<int, float>> out;
    for (std::uint32_t k = in.offset[v]; k < in.offset[v + 1]; ++k)
      out.emplace_back(joint[in.slot[k]], in.weight[k]);
    std::ranges::sort(out);
    return out;
  };
  const auto same = [](const auto& a, const auto& b) {
    return a.first == b.first && std::abs(a.second - b.second) <= 1e-5f;
  };
  const auto agree = [&](const MeshWeights& wanted, const Influences& in,
                         const std::vector<int>& joint) {
    if (in.vertex_count() != wanted.influences.vertex_count()) return false;
    for (std::size_t v = 0; v < in.vertex_count(); ++v) {
      const auto there = row(wanted.influences, wanted.joint, v);
      if (!std::ranges::equal(row(in, joint, v), there, same)) return false;
    }
    return true;
  };
  for (const MeshWeights& wanted : made.weights) {
    const auto own = std::ranges::find(weights, wanted.mesh, &MeshWeights::mesh);
    const MeshBinding& now = binding_of(scene, idx(wanted.mesh));
    if (own != weights.end() ? !agree(wanted, own->influences, own->joint)
                             : !agree(wanted, now.influences, now.skin.joint))
      return false;
  }
  return std::ranges::all_of(weights, [&](const MeshWeights& w) {
    return std::ranges::find(made.weights, w.mesh, &MeshWeights::mesh) != made.weights.end();
  });
}

SetInfluences edit_of(const SegmentBinding& binding) {
  return {std::make_shared<const std::vector<MeshWeights>>(binding.weights),
          {},
          std::make_shared<const BoneReach>(binding.reach)};
}

SetInfluences bind_edit(const Model& model, const SegmentRadii& radii) {
  return edit_of(bind_by_segments(model, radii));
}

std::vector<BoneDistance> bone_distances(const Scene& scene, const PosedScene& posed,
                                         const VertexRef& at) {
  std::vector<BoneDistance> out;
  if (!scene.model || !has_vertex(*scene.model, at)) return out;
  const Model& model = *scene.model;
  const Probe p = probe(scene, posed, at);
  const vec3 point = bind_world_point(model, at.mesh, p.point);
  std::vector<mat4> bind(model.skeleton.parent.size());
  forward_kinematics(model.skeleton.parent, model.bind_local, all_joints(model.skeleton), bind);
  const auto pulls = [&p](int joint) {
    return !p.follows_node && std::ranges::any_of(p.rows, [joint](const ProbeRow& r) {
      return r.joint == joint && r.weight > 0.0f;
    });
  };
  float sum = 0.0f;
  const BoneReach* reach = exact_reach(scene);
  const std::vector<BoneSegment> segments = reach ? reach->segments : bind_segments(model);
  for (const BoneSegment& s : segments) {
    BoneDistance d{s.joint, segment_distance(point, s), reach ? s.radius : 0.0f};
    d.raw = raw_weight(d.distance, d.reach);
    sum += d.raw;
    if (!pulls(s.joint) && !is_selected(scene.selection, s.joint)) continue;
    const mat4 carried = mul_affine(posed.world[idx(s.joint)], inverse_affine(bind[idx(s.joint)]));
    const vec3 closest = glm::mix(s.head, s.tail, closest_on_segment(point, s.head, s.tail));
    d.from = vec3(carried * vec4(point, 1.0f));
    d.to = vec3(carried * vec4(closest, 1.0f));
    out.push_back(d);
  }
  for (BoneDistance& d : out) d.weight = sum > 0.0f ? d.raw / sum : 0.0f;
  std::ranges::stable_sort(out, {}, &BoneDistance::distance);
  if (out.size() > kMaxBoneDistances) out.resize(kMaxBoneDistances);
  return out;
}

}  // namespace bindpose
