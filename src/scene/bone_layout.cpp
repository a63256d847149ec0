// Decided once, from the rest pose, so that no bone changes its mind while the character moves.
#include "scene/bone_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "math/numbers.h"
#include "math/transform.h"
#include "scene/scene.h"

namespace bindpose {
namespace {

constexpr float kLeafLength = 0.5f;    // of the way from the parent to the leaf
constexpr float kLeafLongest = 0.15f;  // of the model's height
constexpr float kTooShort = 1e-4f;     // of the model's height: no direction to speak of
constexpr float kInLine = 0.7f;        // cosine: within 45 degrees of straight on
constexpr float kClearly = 0.02f;      // more in line, by the cosine
constexpr int kEnough = 4;             // a quarter of the largest sibling's joints

std::vector<mat4> rest_worlds(const Skeleton& s) {
  std::vector<mat4> world(s.rest_local.size());
  for (int j = 0; j < s.size(); ++j) {
    const int p = s.parent[idx(j)];
    const mat4& local = s.rest_local[idx(j)];
    world[idx(j)] = p < 0 ? local : mul_affine(world[idx(p)], local);
  }
  return world;
}

float height_of(const vec3& sides) {
  const float side = std::max({sides.x, sides.y, sides.z});
  return side > 0.0f && std::isfinite(side) ? side : 1.0f;
}

std::vector<bool> has_joint_below(const Skeleton& s, const JointFlags& flags) {
  std::vector<bool> below(s.parent.size(), false);
  for (int j = s.size() - 1; j >= 0; --j) {
    const int p = s.parent[idx(j)];
    if (p >= 0 && (below[idx(j)] || flags.is_joint[idx(j)])) below[idx(p)] = true;
  }
  return below;
}

// Joints, what lies between them and what hangs below them; not what only carries a mesh.
std::vector<bool> drawn_nodes(const Model& model, const JointFlags& flags, bool any_joint) {
  const Skeleton& s = model.skeleton;
  std::vector<bool> drawn(s.parent.size(), true);
  if (!any_joint) return drawn;
  std::vector<bool> carries_mesh(s.parent.size(), false);
  for (const Mesh& mesh : model.meshes) {
    if (mesh.node >= 0 && mesh.node < s.size()) carries_mesh[idx(mesh.node)] = true;
  }
  const std::vector<bool> below = has_joint_below(s, flags);
  for (int j = 0; j < s.size(); ++j) {
    const int p = s.parent[idx(j)];
    const bool hangs = p >= 0 && drawn[idx(p)];
    const bool only_mesh = carries_mesh[idx(j)] && !below[idx(j)];
    drawn[idx(j)] = flags.is_joint[idx(j)] || (hangs && !only_mesh);
  }
  return drawn;
}

// Joints with weights; in a skeleton without any (motion alone, a surface that is not bound yet)
// all joints.
std::vector<bool> full_joints(const JointFlags& flags) {
  const bool any_weight = std::ranges::count(flags.has_weight, 0) < std::ssize(flags.has_weight);
  const std::vector<std::uint8_t>& full = any_weight ? flags.has_weight : flags.is_joint;
  std::vector<bool> out;
  for (const std::uint8_t flag : full) out.push_back(flag != 0);
  return out;
}

// How much hangs below a node: weighted joints count first, then nodes.
struct Below {
  int weighted = 0;
  int nodes = 0;
  bool operator==(const Below&) const = default;
};

std::vector<Below> count_below(const Skeleton& s, const std::vector<bool>& full,
                               const std::vector<bool>& drawn) {
  std::vector<Below> count(s.parent.size());
  for (int j = s.size() - 1; j >= 0; --j) {
    if (!drawn[idx(j)]) continue;
    count[idx(j)].nodes += 1;
    if (full[idx(j)]) count[idx(j)].weighted += 1;
    const int p = s.parent[idx(j)];
    if (p < 0) continue;
    count[idx(p)].nodes += count[idx(j)].nodes;
    count[idx(p)].weighted += count[idx(j)].weighted;
  }
  return count;
}

vec3 unit_or_zero(const vec3& v) {
  const float length = glm::length(v);
  return length > 0.0f && std::isfinite(length) ? v / length : vec3(0.0f);
}

struct Planner {
  const Skeleton& skeleton;
  std::vector<bool> full;  // full_joints()
  std::vector<bool> drawn;
  std::vector<Below> below;
  std::vector<mat4> shown;  // rest worlds in display space
  float height;
  bool any_joint;

  // From the parent to the joint, in the joint's own frame: the way the chain runs.
  vec3 incoming(int j) const {
    const int p = skeleton.parent[idx(j)];
    if (p < 0) return vec3(0.0f);
    const mat4& local = skeleton.rest_local[idx(j)];
    return mat3(inverse_affine(local)) * vec3(local[3]);
  }

  float rest_length(int j, const vec3& in_joint_frame) const {
    return glm::length(mat3(shown[idx(j)]) * in_joint_frame);
  }

  // The child that continues the chain: the largest subtree, unless a child that is clearly more in
  // line with the way here carries enough to be no ornament. A chest's bone goes to the neck, not
  // to the shoulder, though an arm has more joints than a head.
  int main_child(int j) const {
    const Skeleton& s = skeleton;
    const vec3 ahead = unit_or_zero(incoming(j));
    int largest = -1, straight = -1;
    float largest_cos = 0.0f, straight_cos = kInLine;
    const auto larger = [this](int a, int b) {
      const Below &n = below[idx(a)], &m = below[idx(b)];
      return n.weighted > m.weighted || (n.weighted == m.weighted && n.nodes > m.nodes);
    };
    std::vector<std::pair<int, float>> children;
    for (int c = j + 1; c < s.subtree_end[idx(j)]; c = s.subtree_end[idx(c)]) {
      const vec3 to_child(s.rest_local[idx(c)][3]);
      if (!drawn[idx(c)] || rest_length(j, to_child) <= kTooShort * height) continue;
      const float cosine = glm::dot(ahead, unit_or_zero(to_child));
      children.emplace_back(c, cosine);
      const bool same = largest >= 0 && below[idx(c)] == below[idx(largest)];
      if (largest < 0 || larger(c, largest) || (same && cosine > largest_cos + 1e-3f)) {
        largest = c;
        largest_cos = cosine;
      }
    }
    for (const auto& [c, cosine] : children) {
      const Below &n = below[idx(c)], &m = below[idx(largest)];
      const bool carries = kEnough * n.weighted >= m.weighted && kEnough * n.nodes >= m.nodes;
      if (carries && cosine > straight_cos + 1e-3f) {
        straight = c;
        straight_cos = cosine;
      }
    }
    return straight >= 0 && straight_cos > largest_cos + kClearly ? straight : largest;
  }

  vec3 leaf_tail(int j, bool helper) const {
    vec3 tail = helper ? vec3(0.0f) : kLeafLength * incoming(j);
    const float length = rest_length(j, tail);
    if (length > kLeafLongest * height) tail *= kLeafLongest * height / length;
    return length > kTooShort * height ? tail : vec3(0.0f);
  }

  BoneLayout::Plan plan(int j) const {
    const Skeleton& s = skeleton;
    BoneLayout::Plan out{};
    out.joint = j;
    out.helper = any_joint && !full[idx(j)];
    out.child = main_child(j);
    out.tail = out.child >= 0 ? vec3(s.rest_local[idx(out.child)][3]) : leaf_tail(j, out.helper);
    const vec3 along = unit_or_zero(out.tail);
    out.side_is_z = std::abs(along.x) > std::abs(along.z);
    return out;
  }
};

}  // namespace

vec3 model_sides(const Model& model) {
  // Posed at rest: where a mesh was bound, and at which size, can be far from where it is seen.
  const Scene scene = borrowed_scene(model);
  const Box box = transformed(posed_bounds(scene, evaluate(scene)), model.to_display);
  return box.empty() ? vec3(0.0f) : box.size();
}

float model_height(const Model& model) {
  return height_of(model_sides(model));
}

BoneLayout bone_layout(const Model& model, const JointFlags& flags) {
  const Skeleton& s = model.skeleton;
  const bool any_joint = joint_count(flags) > 0;
  Planner planner{s,        full_joints(flags), drawn_nodes(model, flags, any_joint),
                  {},       rest_worlds(s),     1.0f,
                  any_joint};
  planner.below = count_below(s, planner.full, planner.drawn);
  const vec3 sides = model_sides(model);
  planner.height = height_of(sides);
  for (mat4& w : planner.shown) w = model.to_display * w;

  BoneLayout out;
  out.height = planner.height;
  out.sides = sides;
  for (int j = 0; j < s.size(); ++j) {
    if (!planner.drawn[idx(j)]) continue;
    out.plan.push_back(planner.plan(j));
    for (int c = j + 1; c < s.subtree_end[idx(j)]; c = s.subtree_end[idx(c)]) {
      if (planner.drawn[idx(c)] && c != out.plan.back().child) out.link.emplace_back(j, c);
    }
  }
  return out;
}

}  // namespace bindpose
