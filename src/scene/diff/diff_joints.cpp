// The joints of two scenes side by side, and where poses and clips put them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "math/rotation.h"
#include "math/transform.h"
#include "rig/clip.h"
#include "rig/kinematics.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/name_pairs.h"

namespace bindpose {
namespace {

double largest(const vec3& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

double metres_between(const mat4& a, const mat4& b) {
  return glm::distance(vec3(a[3]), vec3(b[3]));
}

// W_j of both in display space, and how they are turned and sized: against the bind poses, which
// says nothing of axes that only point elsewhere, or as they stand where that is nearer. Joints
// that are where they were, in a file whose bind pose is another, are not moved: that is the bind
// pose's difference and told of it.
Apart apart(const DiffSide& a, const DiffSide& b, const JointDiff& pair, const mat4& world_a,
            const mat4& world_b) {
  const mat4 wa = a.model.to_display * world_a, wb = b.model.to_display * world_b;
  const Transform ta = decompose(wa * glm::inverse(a.bind[idx(pair.a)]));
  const Transform tb = decompose(wb * glm::inverse(b.bind[idx(pair.b)]));
  const Transform stands_a = decompose(wa), stands_b = decompose(wb);
  const double metres = metres_between(wa, wb);
  const Apart by_bind{metres, degrees_apart(ta.q, tb.q), largest(ta.s - tb.s)};
  const Apart standing{metres, degrees_apart(stands_a.q, stands_b.q),
                       largest(stands_a.s - stands_b.s)};
  const auto how_far = [](const Apart& now) {
    return std::max(now.degrees / kDegreesPerRadian, now.scale);
  };
  return how_far(standing) < how_far(by_bind) ? standing : by_bind;
}

std::vector<ClipDiff> clip_diffs(const Scene& a, const Scene& b) {
  std::vector<ClipDiff> out;
  const std::vector<int> partner = pair_clips(a, b);
  for (int c = 0; c < clip_count(a); ++c) {
    const int d = partner[idx(c)];
    const Clip* const other = clip_at(b, d);
    out.push_back({c, d, clip_at(a, c)->duration, other != nullptr ? other->duration : 0.0});
  }
  for (int d = 0; d < clip_count(b); ++d) {
    if (std::ranges::find(partner, d) == partner.end())
      out.push_back({-1, d, 0.0, clip_at(b, d)->duration});
  }
  return out;
}

// W_j of one clip at one time, without what the user turned.
void pose_of(const DiffSide& side, const Clip& clip, double time, std::vector<mat4>& local,
             std::vector<mat4>& world) {
  sample_clip(clip, side.model.skeleton, time, local);
  forward_kinematics(side.model.skeleton.parent, local, all_joints(side.model.skeleton), world);
}

// `worst`: badness of each joint so far, in all clips. #joints.
void compare_clip(const DiffSide& a, const DiffSide& b, const DiffOptions& options, double size,
                  ClipDiff& clip, int index, std::vector<JointDiff>& joints,
                  std::vector<double>& worst) {
  std::vector<mat4> local_a(a.bind.size()), world_a(a.bind.size());
  std::vector<mat4> local_b(b.bind.size()), world_b(b.bind.size());
  const Clip &of_a = *clip_at(a.scene, clip.a), &of_b = *clip_at(b.scene, clip.b);
  double worst_here = 0.0;
  for (const double time : times_to_compare(of_a, of_b, options.samples)) {
    if (options.stop && options.stop()) throw DiffStopped();
    pose_of(a, of_a, time, local_a, world_a);
    pose_of(b, of_b, time, local_b, world_b);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      JointDiff& joint = joints[j];
      if (joint.a < 0 || joint.b < 0) continue;
      const Apart now = apart(a, b, joint, world_a[idx(joint.a)], world_b[idx(joint.b)]);
      const double bad = badness(now, options, size);
      if (joint.clip < 0 || bad > worst[j]) {
        worst[j] = bad;
        joint.clips = now;
        joint.clip = index;
        joint.time = time;
      }
      if (!(bad > worst_here)) continue;
      worst_here = bad;
      clip.joint = static_cast<int>(j);
      clip.time = time;
    }
  }
  clip.differs = clip.differs || worst_here > 1.0;
}

}  // namespace

double times_limit(double value, double limit) {
  if (limit > 0.0) return value / limit;
  return value > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

double badness(const Apart& apart, const DiffOptions& options, double size) {
  const double t = options.tolerance;
  return std::max({times_limit(apart.metres, t * size),
                   times_limit(apart.degrees, t * kDegreesPerRadian), times_limit(apart.scale, t)});
}

DiffSide diff_side(const Scene& scene) {
  const Model& model = *scene.model;
  DiffSide side{scene, model, joint_flags(scene).is_joint, {}, scene};
  if (std::ranges::none_of(side.counts, [](std::uint8_t c) { return c != 0; })) {
    std::ranges::fill(side.counts, std::uint8_t{1});
  }
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

std::vector<ClipDiff> compare_poses(const DiffSide& a, const DiffSide& b,
                                    const DiffOptions& options, double size,
                                    std::vector<JointDiff>& joints) {
  const auto at_rest = [](const DiffSide& side) {
    Scene rest = side.scene;
    rest.pose.base = BasePose::Rest;
    return evaluate(rest);
  };
  const PosedScene rest_a = at_rest(a), rest_b = at_rest(b);
  for (JointDiff& joint : joints) {
    if (joint.a < 0 || joint.b < 0) continue;
    joint.rest = apart(a, b, joint, rest_a.world[idx(joint.a)], rest_b.world[idx(joint.b)]);
  }
  std::vector<ClipDiff> clips = clip_diffs(a.scene, b.scene);
  std::vector<double> worst(joints.size(), 0.0);
  for (std::size_t c = 0; c < clips.size(); ++c) {
    ClipDiff& clip = clips[c];
    // A frame more or less is told apart; what a file's ticks round is not.
    const double longer = std::max(clip.duration_a, clip.duration_b);
    clip.differs =
        clip.a < 0 || clip.b < 0 ||
        std::abs(clip.duration_a - clip.duration_b) > std::max(options.tolerance * longer, 1e-4);
    if (clip.a < 0 || clip.b < 0) continue;
    compare_clip(a, b, options, size, clip, static_cast<int>(c), joints, worst);
  }
  return clips;
}

}  // namespace bindpose
