// The joints of two scenes side by side.
#include <algorithm>

#include "math/numbers.h"
#include "math/rotation.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/name_pairs.h"

namespace bindpose {
namespace {

double metres_between(const mat4& a, const mat4& b) {
  return glm::distance(vec3(a[3]), vec3(b[3]));
}

}  // namespace

DiffSide diff_side(const Scene& scene) {
  const Model& model = *scene.model;
  DiffSide side{scene, model, joint_flags(scene).is_joint, {}, scene};
  side.bind.resize(model.skeleton.parent.size());
  bind_from_locals(model.skeleton.parent, model.bind_local, side.bind);
  for (mat4& m : side.bind) m = model.to_display * m;
  side.in_bind.pose.base = BasePose::Bind;
  std::ranges::fill(side.in_bind.pose.user_local, mat4(1.0f));
  std::ranges::fill(side.in_bind.pose.user_morph, std::nullopt);
  return side;
}

Box bind_box(const DiffSide& side) {
  Box box = transformed(posed_bounds(side.in_bind, evaluate(side.in_bind)), side.model.to_display);
  if (!box.empty()) return box;
  for (const mat4& m : side.bind) box.add(vec3(m[3]));
  return box;
}

Box rest_box(const DiffSide& side) {
  Scene rest = side.in_bind;
  rest.pose.base = BasePose::Rest;
  const PosedScene posed = evaluate(rest);
  Box box = transformed(posed_bounds(rest, posed), side.model.to_display);
  if (!box.empty()) return box;
  for (const mat4& m : posed.world) box.add(vec3((side.model.to_display * m)[3]));
  return box;
}

std::vector<JointDiff> pair_joints(const DiffSide& a, const DiffSide& b) {
  const Skeleton &one = a.model.skeleton, &other = b.model.skeleton;
  const NodePairs pairs = pair_nodes(one, other);
  const std::vector<int>&partner = pairs.b_of_a, &back = pairs.a_of_b;
  // What is a joint in one of them is one in both.
  std::vector<std::uint8_t> counts_a = a.counts, counts_b = b.counts;
  for (int j = 0; j < one.size(); ++j) {
    const int k = partner[idx(j)];
    if (k >= 0) counts_a[idx(j)] = counts_b[idx(k)] = counts_a[idx(j)] | counts_b[idx(k)];
  }
  // Nodes between joints are no joints: the parent is the nearest joint above.
  const auto joint_above = [](const Skeleton& skeleton, const std::vector<std::uint8_t>& counts,
                              int j) {
    int p = skeleton.parent[idx(j)];
    while (p >= 0 && counts[idx(p)] == 0) p = skeleton.parent[idx(p)];
    return p;
  };
  std::vector<JointDiff> out;
  for (int j = 0; j < one.size(); ++j) {
    const int k = partner[idx(j)];
    if (counts_a[idx(j)] == 0) continue;
    JointDiff joint{j, k};
    if (k >= 0) {
      const int pa = joint_above(one, counts_a, j), pb = joint_above(other, counts_b, k);
      joint.parent_a = pa;
      joint.parent_b = pb;
      joint.other_human =
          human_bone(a.model.skeleton, joint.a) != human_bone(b.model.skeleton, joint.b);
      joint.other_parent = pa < 0 || pb < 0 ? pa != pb : partner[idx(pa)] != pb;
      const mat4 &wa = a.bind[idx(j)], &wb = b.bind[idx(k)];
      joint.bind.metres = metres_between(wa, wb);
      joint.bind.degrees = degrees_apart(decompose(wa).q, decompose(wb).q);
    }
    out.push_back(joint);
  }
  for (int k = 0; k < other.size(); ++k) {
    if (back[idx(k)] < 0 && counts_b[idx(k)] != 0) out.push_back({-1, k});
  }
  return out;
}

}  // namespace bindpose
