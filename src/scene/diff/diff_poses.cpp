// Where the rest pose and clips put joints and other nodes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "math/numbers.h"
#include "math/rotation.h"
#include "math/transform.h"
#include "rig/clip.h"
#include "rig/kinematics.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/name_pairs.h"

namespace bindpose {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

double largest(const vec3& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Which two nodes, or joints, are held against each other.
struct Pair {
  int a = -1, b = -1;
};

// How two matrices turn and size, and the way between where they take `point`.
Apart between(const mat4& a, const mat4& b, const vec3& point) {
  const Transform ta = decompose(a), tb = decompose(b);
  return {glm::distance(vec3(a * vec4(point, 1.0f)), vec3(b * vec4(point, 1.0f))),
          degrees_apart(ta.q, tb.q), largest(ta.s - tb.s)};
}

// What a pose does to both.
struct Posed {
  mat4 wa, wb;          // W_j in display space
  mat4 from_a, from_b;  // W_j (W^bind_j)^-1
  bool finite_a, finite_b;

  Posed(const DiffSide& a, const DiffSide& b, Pair pair, const mat4& world_a, const mat4& world_b)
      : wa(a.model.to_display * world_a),
        wb(b.model.to_display * world_b),
        from_a(wa * glm::inverse(a.bind[idx(pair.a)])),
        from_b(wb * glm::inverse(b.bind[idx(pair.b)])),
        finite_a(is_finite(wa)),
        finite_b(is_finite(wb)) {}

  // Where one of both has no number there, or neither.
  std::optional<Apart> nowhere() const {
    if (finite_a && finite_b) return std::nullopt;
    return finite_a == finite_b ? Apart{} : Apart{kNowhere, 0.0, 0.0};
  }
};

// How joints are turned and sized: against the bind poses, which says nothing of axes that only
// point elsewhere, or as they stand where that is nearer. Joints that are where they were, in a
// file whose bind pose is another, are not moved: that is the bind pose's difference and told of
// it.
Apart apart(const Posed& posed) {
  if (const std::optional<Apart> none = posed.nowhere()) return *none;
  const Apart standing = between(posed.wa, posed.wb, vec3(0.0f));
  Apart by_bind = between(posed.from_a, posed.from_b, vec3(0.0f));
  by_bind.metres = standing.metres;
  const auto how_far = [](const Apart& now) {
    return std::max(now.degrees / kDegreesPerRadian, now.scale);
  };
  return how_far(by_bind) <= how_far(standing) ? by_bind : standing;
}

// Of a node that carries meshes: the way of the place where A's stands in the bind pose, so that it
// does not matter where in the mesh each file has its node; or as they stand, as above.
Apart apart_by_way(const Posed& posed, const vec3& place, const DiffOptions& options, double size) {
  if (const std::optional<Apart> none = posed.nowhere()) return *none;
  const Apart by_bind = between(posed.from_a, posed.from_b, place);
  const Apart standing = between(posed.wa, posed.wb, vec3(0.0f));
  return badness(by_bind, options, size) <= badness(standing, options, size) ? by_bind : standing;
}

std::vector<ClipDiff> clip_diffs(const Scene& a, const Scene& b) {
  std::vector<ClipDiff> out;
  const std::vector<int> partner = pair_clips(a, b);
  for (int c = 0; c < clip_count(a); ++c) {
    const int d = partner[idx(c)];
    const Clip* const other = clip_at(b, d);
    ClipDiff& clip = out.emplace_back();
    clip.a = c, clip.b = d;
    clip.duration_a = clip_at(a, c)->duration;
    clip.duration_b = other != nullptr ? other->duration : 0.0;
  }
  for (int d = 0; d < clip_count(b); ++d) {
    if (std::ranges::find(partner, d) != partner.end()) continue;
    ClipDiff& clip = out.emplace_back();
    clip.b = d;
    clip.duration_b = clip_at(b, d)->duration;
  }
  return out;
}

// W_j of one clip at one time, without what the user turned.
void pose_of(const DiffSide& side, const Clip& clip, double time, std::vector<mat4>& local,
             std::vector<mat4>& world) {
  sample_clip(clip, side.model.skeleton, time, local);
  forward_kinematics(side.model.skeleton.parent, local, all_joints(side.model.skeleton), world);
}

class PoseComparison {
 public:
  PoseComparison(const DiffSide& a, const DiffSide& b, const DiffOptions& options, double size,
                 std::vector<JointDiff>& joints, std::vector<NodeDiff>& nodes)
      : a_(a),
        b_(b),
        options_(options),
        size_(size),
        joints_(joints),
        nodes_(nodes),
        is_joint_(a.bind.size(), 0),
        off_(a.bind.size(), 0),
        worst_joint_(joints.size(), 0.0),
        worst_node_(nodes.size(), 0.0) {
    for (const JointDiff& joint : joints) {
      if (joint.a >= 0) is_joint_[idx(joint.a)] = 1;
    }
  }

  void rest() {
    const auto at_rest = [](const DiffSide& side) {
      Scene rest = side.scene;
      rest.pose.base = BasePose::Rest;
      return evaluate(rest);
    };
    const PosedScene rest_a = at_rest(a_), rest_b = at_rest(b_);
    for (JointDiff& joint : joints_) {
      if (joint.a < 0 || joint.b < 0) continue;
      joint.rest = apart(posed({joint.a, joint.b}, rest_a.world, rest_b.world));
      off_[idx(joint.a)] = badness(joint.rest, options_, size_) > 1.0 ? 1 : 0;
    }
    for (NodeDiff& node : nodes_) {
      if (node.a < 0 || node.b < 0 || hangs_on_what_is_off(node)) continue;
      const Posed now = posed({node.a, node.b}, rest_a.world, rest_b.world);
      node.rest = now.nowhere().value_or(between(now.wa, now.wb, vec3(0.0f)));
      node.rest.scale = 0.0;  // units differ
    }
  }

  void clip(ClipDiff& clip, int index) {
    std::vector<mat4> local_a(a_.bind.size()), world_a(a_.bind.size());
    std::vector<mat4> local_b(b_.bind.size()), world_b(b_.bind.size());
    const Clip &of_a = *clip_at(a_.scene, clip.a), &of_b = *clip_at(b_.scene, clip.b);
    double worst = 0.0;
    for (const double time : times_to_compare(of_a, of_b, options_.samples)) {
      if (options_.stop && options_.stop()) throw DiffStopped();
      pose_of(a_, of_a, time, local_a, world_a);
      pose_of(b_, of_b, time, local_b, world_b);
      for (std::size_t j = 0; j < joints_.size(); ++j) {
        JointDiff& joint = joints_[j];
        if (joint.a < 0 || joint.b < 0) continue;
        const Apart now = apart(posed({joint.a, joint.b}, world_a, world_b));
        const double bad = keep(now, index, time, worst_joint_[j], joint);
        off_[idx(joint.a)] = bad > 1.0 ? 1 : 0;
        if (!(bad > worst)) continue;
        worst = bad;
        clip.joint = static_cast<int>(j);
        clip.time = time;
      }
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        NodeDiff& node = nodes_[n];
        if (!moves_something(node) || hangs_on_what_is_off(node)) continue;
        const Posed pose = posed({node.a, node.b}, world_a, world_b);
        // What is off at rest is told there: here the way from there on.
        const bool by_way =
            node.carries == NodeCarries::Meshes || badness(node.rest, options_, size_) > 1.0;
        const Apart now = by_way
                              ? apart_by_way(pose, vec3(a_.bind[idx(node.a)][3]), options_, size_)
                              : apart(pose);
        const double bad = keep(now, index, time, worst_node_[n], node);
        if (!(bad > worst) || options_.ignored[static_cast<int>(DiffPart::Nodes)]) continue;
        worst = bad;
        clip.node = static_cast<int>(n);
        clip.time = time;
      }
    }
    clip.differs = clip.differs || worst > 1.0;
  }

 private:
  Posed posed(Pair pair, const std::vector<mat4>& world_a, const std::vector<mat4>& world_b) const {
    return {a_, b_, pair, world_a[idx(pair.a)], world_b[idx(pair.b)]};
  }

  // Of what a node carries joints and skins tell by themselves.
  static bool moves_something(const NodeDiff& node) {
    return node.a >= 0 && node.b >= 0 &&
           (node.carries == NodeCarries::Nothing || node.carries == NodeCarries::Meshes);
  }

  // A joint above is off in this pose: that is told of the joint.
  bool hangs_on_what_is_off(const NodeDiff& node) const {
    int p = node.a;
    while (p >= 0 && is_joint_[idx(p)] == 0) p = a_.model.skeleton.parent[idx(p)];
    return p >= 0 && off_[idx(p)] != 0;
  }

  // Returns how bad it is.
  template <typename Diff>
  double keep(const Apart& now, int index, double time, double& worst, Diff& diff) const {
    const double bad = badness(now, options_, size_);
    if (diff.clip >= 0 && !(bad > worst)) return bad;
    worst = bad;
    diff.clips = now;
    diff.clip = index;
    diff.time = time;
    return bad;
  }

  const DiffSide &a_, &b_;
  const DiffOptions& options_;
  double size_;
  std::vector<JointDiff>& joints_;
  std::vector<NodeDiff>& nodes_;
  std::vector<std::uint8_t> is_joint_, off_;  // #J of A; off in the pose that is looked at
  std::vector<double> worst_joint_, worst_node_;
};

}  // namespace

double times_limit(double value, double limit) {
  if (limit > 0.0) return value / limit;
  return value > 0.0 ? kNowhere : 0.0;
}

double badness(const Apart& apart, const DiffOptions& options, double size) {
  const double t = options.tolerance;
  return std::max({times_limit(apart.metres, t * size),
                   times_limit(apart.degrees, t * kDegreesPerRadian), times_limit(apart.scale, t)});
}

std::vector<ClipDiff> compare_poses(const DiffSide& a, const DiffSide& b,
                                    const DiffOptions& options, double size,
                                    std::vector<JointDiff>& joints, std::vector<NodeDiff>& nodes) {
  PoseComparison poses(a, b, options, size, joints, nodes);
  poses.rest();
  std::vector<ClipDiff> clips = clip_diffs(a.scene, b.scene);
  for (std::size_t c = 0; c < clips.size(); ++c) {
    ClipDiff& clip = clips[c];
    // A frame more or less is told apart; what a file's ticks round is not.
    const double longer = std::max(clip.duration_a, clip.duration_b);
    clip.differs =
        clip.a < 0 || clip.b < 0 ||
        std::abs(clip.duration_a - clip.duration_b) > std::max(options.tolerance * longer, 1e-4);
    if (clip.a < 0 || clip.b < 0) continue;
    poses.clip(clip, static_cast<int>(c));
  }
  return clips;
}

}  // namespace bindpose
