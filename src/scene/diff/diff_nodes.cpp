// Nodes that no skin names: which there are, what they hang on, and what of that is a difference.
#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "rig/clip.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/name_pairs.h"

namespace bindpose {
namespace {

using Flags = std::vector<std::uint8_t>;

Flags joints_of(const std::vector<JointDiff>& joints, bool of_a, std::size_t nodes) {
  Flags out(nodes, 0);
  for (const JointDiff& joint : joints) {
    const int j = of_a ? joint.a : joint.b;
    if (j >= 0) out[idx(j)] = 1;
  }
  return out;
}

std::vector<NodeCarries> carried(const Model& model, const Flags& is_joint) {
  const std::vector<int>& parent = model.skeleton.parent;
  std::vector<NodeCarries> out(parent.size(), NodeCarries::Nothing);
  const auto add = [&out](int node, NodeCarries what) {
    if (node >= 0) out[idx(node)] = std::max(out[idx(node)], what);
  };
  for (const Mesh& mesh : model.meshes) {
    add(mesh.node, mesh.file_binding.skin.skinned ? NodeCarries::Skins : NodeCarries::Meshes);
  }
  for (std::size_t j = parent.size(); j-- > 0;)
    add(parent[j], is_joint[j] != 0 ? NodeCarries::Joints : out[j]);
  return out;
}

// The nearest above that both have. Nodes between that carry joints are skipped: exporters put
// armatures and roots there as they like.
int above(const Model& model, const Flags& is_joint, const std::vector<NodeCarries>& carries,
          const std::vector<int>& partner, int node) {
  const auto counts = [&](int p) {
    return partner[idx(p)] >= 0 &&
           (is_joint[idx(p)] != 0 || carries[idx(p)] != NodeCarries::Joints);
  };
  int p = model.skeleton.parent[idx(node)];
  while (p >= 0 && !counts(p)) p = model.skeleton.parent[idx(p)];
  return p;
}

// Nodes that a clip moves by themselves, not with what they hang on.
Flags moved_by_clips(const DiffSide& side, const DiffOptions& options) {
  constexpr int kLooks = 20;
  constexpr float kStill = 1e-5f;
  Flags out(side.bind.size(), 0);
  std::vector<mat4> first(out.size()), now(out.size());
  for (int c = 0; c < clip_count(side.scene); ++c) {
    if (options.stop && options.stop()) throw DiffStopped();
    const Clip& clip = *clip_at(side.scene, c);
    for (int k = 0; k < kLooks; ++k) {
      std::vector<mat4>& local = k == 0 ? first : now;
      sample_clip(clip, side.model.skeleton, clip.duration * k / (kLooks - 1), local);
      for (std::size_t j = 0; k > 0 && j < out.size(); ++j) {
        for (int col = 0; col < 4 && out[j] == 0; ++col) {
          const float still = kStill * std::max(1.0f, glm::length(first[j][col]));
          if (!(glm::distance(first[j][col], now[j][col]) <= still)) out[j] = 1;
        }
      }
    }
  }
  return out;
}

// Programs put such a node at the end of the last joint of a chain, or leave it out.
bool is_end(const Skeleton& skeleton, int node) {
  const int p = skeleton.parent[idx(node)];
  return p >= 0 && skeleton.name[idx(node)] == skeleton.name[idx(p)] + "_end";
}

}  // namespace

std::vector<NodeDiff> pair_other_nodes(const DiffSide& a, const DiffSide& b,
                                       const std::vector<JointDiff>& joints) {
  const Skeleton &one = a.model.skeleton, &other = b.model.skeleton;
  const NodePairs pairs = pair_nodes(one, other);
  const Flags joint_a = joints_of(joints, true, a.bind.size());
  const Flags joint_b = joints_of(joints, false, b.bind.size());
  const std::vector<NodeCarries> of_a = carried(a.model, joint_a), of_b = carried(b.model, joint_b);
  std::vector<NodeDiff> out;
  for (int j = 0; j < one.size(); ++j) {
    if (joint_a[idx(j)] != 0) continue;
    NodeDiff& node = out.emplace_back();
    node.a = j;
    node.b = pairs.b_of_a[idx(j)];
    node.carries = of_a[idx(j)];
    if (node.b < 0) continue;
    node.carries = std::max(node.carries, of_b[idx(node.b)]);
    node.parent_a = above(a.model, joint_a, of_a, pairs.b_of_a, j);
    node.parent_b = above(b.model, joint_b, of_b, pairs.a_of_b, node.b);
    const bool same = node.parent_a < 0 || node.parent_b < 0
                          ? node.parent_a == node.parent_b
                          : pairs.b_of_a[idx(node.parent_a)] == node.parent_b;
    node.other_parent =
        !same && (node.carries == NodeCarries::Nothing || node.carries == NodeCarries::Meshes);
  }
  for (int k = 0; k < other.size(); ++k) {
    if (joint_b[idx(k)] != 0 || pairs.a_of_b[idx(k)] >= 0) continue;
    NodeDiff& node = out.emplace_back();
    node.b = k;
    node.carries = of_b[idx(k)];
  }
  return out;
}

void judge_nodes(const DiffSide& a, const DiffSide& b, const DiffOptions& options, double size,
                 const std::vector<JointDiff>& joints, const std::vector<SurfaceDiff>& surfaces,
                 std::vector<NodeDiff>& nodes) {
  const auto off = [&](const Apart& apart) { return badness(apart, options, size) > 1.0; };
  // What a node carries is elsewhere, too.
  const auto shows = [&](const NodeDiff& node) {
    const auto carries = [&](int j) { return in_subtree(a.model.skeleton, j, node.a); };
    if (node.carries == NodeCarries::Joints) {
      return std::ranges::any_of(joints, [&](const JointDiff& joint) {
        return joint.a >= 0 && carries(joint.a) && off(joint.rest);
      });
    }
    return surfaces.empty() || std::ranges::any_of(surfaces, [&](const SurfaceDiff& s) {
             return s.of_a && s.away > 0 && carries(a.model.meshes[idx(s.mesh)].node);
           });
  };
  const bool any_alone =
      std::ranges::any_of(nodes, [](const NodeDiff& node) { return node.a < 0 || node.b < 0; });
  Flags moved_a, moved_b;
  if (any_alone) moved_a = moved_by_clips(a, options), moved_b = moved_by_clips(b, options);
  for (NodeDiff& node : nodes) {
    if (node.a < 0 || node.b < 0) {
      const DiffSide& side = node.b < 0 ? a : b;
      const int own = std::max(node.a, node.b);
      const bool moved = (node.b < 0 ? moved_a : moved_b)[idx(own)] != 0;
      node.alone = node.carries == NodeCarries::Nothing
                       ? moved || !is_end(side.model.skeleton, own)
                       : node.carries != NodeCarries::Skins && moved;
      continue;
    }
    node.clips_differ = node.clip >= 0 && off(node.clips);
    node.rest_differs = node.carries != NodeCarries::Skins && off(node.rest) &&
                        (node.carries == NodeCarries::Nothing || shows(node));
  }
}

}  // namespace bindpose
