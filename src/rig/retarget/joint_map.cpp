#include "rig/retarget/joint_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "math/numbers.h"
#include "rig/retarget/joint_parts.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr double kSamePlace = 0.04;         // of the height
constexpr std::size_t kMostSquared = 2000;  // joints of which the square is taken

class Proposer {
 public:
  Proposer(const RigPose& source, const RigPose& target)
      : source_(source),
        target_(target),
        source_part_(joint_parts(source.skeleton)),
        target_part_(joint_parts(target.skeleton)),
        partner_(idx(target.skeleton.size()), -1),
        taken_(idx(source.skeleton.size()), 0),
        by_(partner_.size(), PairedBy::Part) {}

  JointMap propose() {
    by_part();
    by_name();
    by_place();
    JointMap map;
    if (!moves_a_skin()) return map;
    for (std::size_t t = 0; t < partner_.size(); ++t) {
      if (partner_[t] >= 0) map.pair.push_back({partner_[t], static_cast<int>(t), by_[t]});
    }
    return sound_map(std::move(map), source_, target_);
  }

 private:
  // Pairs of plain nodes alone ("Armature", "root") are none that a character could move by.
  bool moves_a_skin() const {
    const auto& flag = target_.skeleton.file_flags.is_joint;
    if (std::ranges::none_of(flag, [](auto f) { return f != 0; })) return true;
    for (std::size_t t = 0; t < flag.size(); ++t) {
      if (flag[t] != 0 && partner_[t] >= 0) return true;
    }
    return false;
  }

  using ByPart = std::map<std::pair<std::string, BodySide>, std::vector<int>>;

  void join(int source, int target, PairedBy by) {
    if (partner_[idx(target)] >= 0 || taken_[idx(source)] != 0) return;
    partner_[idx(target)] = source;
    taken_[idx(source)] = 1;
    by_[idx(target)] = by;
  }

  // Bones come first: a prop below one may be named as it is.
  static ByPart grouped_parts(const std::vector<JointPart>& parts, const Skeleton& skeleton) {
    ByPart out;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (!parts[j].part.empty()) {
        out[{parts[j].part, parts[j].side}].push_back(static_cast<int>(j));
      }
    }
    const std::vector<RigPlace> place = in_rig(skeleton);
    for (auto& [key, joints] : out) {
      std::ranges::stable_sort(joints, {}, [&](int j) { return place[idx(j)] != RigPlace::Bone; });
    }
    return out;
  }

  static bool is_chain(const std::string& part) {
    return part == "spine" || part == "neck" || part == "thumb" || part == "index" ||
           part == "middle" || part == "ring" || part == "little";
  }

  // Joints below one another, as many as there are; of ways of one length the one that has most
  // below it: the chest, and not the belly beside it.
  static std::vector<int> chain_of(const Skeleton& skeleton, std::vector<int> joints) {
    if (joints.size() > kMostSquared) joints.resize(kMostSquared);
    const auto above = [&](int end) {
      std::vector<int> out;
      for (const int j : joints) {
        if (j == end || is_above(skeleton, j, end)) out.push_back(j);
      }
      return out;
    };
    std::vector<int> best;
    int most = -1;
    for (const int end : joints) {
      std::vector<int> chain = above(end);
      const int below = skeleton.subtree_end[idx(end)] - end;
      if (chain.size() < best.size() || (chain.size() == best.size() && below <= most)) continue;
      best = std::move(chain);
      most = below;
    }
    return best;
  }

  void by_part() {
    const ByPart sources = grouped_parts(source_part_, source_.skeleton);
    const ByPart targets = grouped_parts(target_part_, target_.skeleton);
    for (const auto& [key, joints] : targets) {
      const auto found = sources.find(key);
      if (found == sources.end()) continue;
      if (!is_chain(key.first)) {
        join(found->second.front(), joints.front(), PairedBy::Part);
        continue;
      }
      join_chains(chain_of(source_.skeleton, found->second), chain_of(target_.skeleton, joints),
                  key.first == "spine" || key.first == "neck");
    }
  }

  // One joint against many: the last one has the whole turn of a spine, the first one bends most of
  // a finger.
  void join_chains(const std::vector<int>& source, const std::vector<int>& target, bool last) {
    const std::size_t m = source.size(), n = target.size(), pairs = std::min(m, n);
    const auto at = [&](std::size_t k, std::size_t size) {
      if (pairs == 1) return last ? size - 1 : 0;
      return (k * (size - 1) + (pairs - 1) / 2) / (pairs - 1);
    };
    for (std::size_t k = 0; k < pairs; ++k) {
      join(source[at(k, m)], target[at(k, n)], PairedBy::Part);
    }
  }

  // Joint by its plain name; -1 where several share it.
  static std::map<std::string, int> by_plain_name(const Skeleton& skeleton) {
    std::map<std::string, int> out;
    for (int j = 0; j < skeleton.size(); ++j) {
      const auto [at, fresh] = out.emplace(plain_joint_name(skeleton.name[idx(j)]), j);
      if (!fresh) at->second = -1;
    }
    out.erase("");
    return out;
  }

  void by_name() {
    const auto sources = by_plain_name(source_.skeleton), targets = by_plain_name(target_.skeleton);
    for (const auto& [name, t] : targets) {
      const auto found = sources.find(name);
      if (t < 0 || found == sources.end() || found->second < 0) continue;
      // "LeftShoulder" of one rig is the upper arm, of another the collar bone.
      if (source_part_[idx(found->second)] != target_part_[idx(t)]) continue;
      join(found->second, t, PairedBy::Name);
    }
    // Where names differ in nothing but what plain names leave out.
    for (int t = 0; t < target_.skeleton.size(); ++t) {
      const int s = find_joint(source_.skeleton, target_.skeleton.name[idx(t)]);
      if (s >= 0 && source_part_[idx(s)] == target_part_[idx(t)]) join(s, t, PairedBy::Name);
    }
  }

  // Upright, on the ground, one unit high.
  static std::vector<dvec3> normalised_places(const RigPose& rig) {
    std::vector<dvec3> place = reference_places(rig);
    dvec3 lo(std::numeric_limits<double>::max()), hi(-lo);
    const auto& flag = rig.skeleton.file_flags.is_joint;
    const bool skinned = std::any_of(flag.begin(), flag.end(), [](auto f) { return f != 0; });
    for (std::size_t j = 0; j < place.size(); ++j) {
      if (skinned && flag[j] == 0) continue;
      lo = glm::min(lo, place[j]);
      hi = glm::max(hi, place[j]);
    }
    const double height = std::max(hi.y - lo.y, 1e-9);
    const dvec3 base(0.5 * (lo.x + hi.x), lo.y, 0.5 * (lo.z + hi.z));
    for (dvec3& p : place) p = (p - base) / height;
    return place;
  }

  // The partner of the nearest joint above that has one, -1: none has.
  int source_above(int target) const {
    for (int t = target_.skeleton.parent[idx(target)]; t >= 0;
         t = target_.skeleton.parent[idx(t)]) {
      if (partner_[idx(t)] >= 0) return partner_[idx(t)];
    }
    return -1;
  }
  int paired_above(int source) const {
    for (int s = source_.skeleton.parent[idx(source)]; s >= 0;
         s = source_.skeleton.parent[idx(s)]) {
      if (taken_[idx(s)] != 0) return s;
    }
    return -1;
  }

  static std::vector<int> nameless(const RigPose& rig, const std::vector<JointPart>& parts) {
    std::vector<int> out;
    const auto& flag = rig.skeleton.file_flags.is_joint;
    const bool skinned = std::any_of(flag.begin(), flag.end(), [](auto f) { return f != 0; });
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (parts[j].part.empty() && (!skinned || flag[j] != 0)) out.push_back(static_cast<int>(j));
    }
    return out;
  }

  void by_place() {
    std::vector<int> sources = nameless(source_, source_part_);
    std::vector<int> targets = nameless(target_, target_part_);
    std::erase_if(sources, [&](int s) { return taken_[idx(s)] != 0; });
    std::erase_if(targets, [&](int t) { return partner_[idx(t)] >= 0; });
    if (sources.size() > kMostSquared || targets.size() > kMostSquared) return;
    const std::vector<dvec3> from = normalised_places(source_), to = normalised_places(target_);
    const auto nearest = [](int to_joint, const std::vector<dvec3>& own,
                            const std::vector<int>& list, const std::vector<dvec3>& other) {
      int best = -1;
      double least = kSamePlace;
      for (const int j : list) {
        const double d = glm::distance(own[idx(to_joint)], other[idx(j)]);
        if (!(d < least)) continue;
        least = d;
        best = j;
      }
      return best;
    };
    for (const int t : targets) {  // parents first: what was paired counts for those below
      const int s = nearest(t, to, sources, from);
      if (s < 0 || nearest(s, from, targets, to) != t) continue;
      if (source_above(t) == paired_above(s)) join(s, t, PairedBy::Place);
    }
  }

  const RigPose& source_;
  const RigPose& target_;
  std::vector<JointPart> source_part_, target_part_;
  std::vector<int> partner_;         // of every target joint
  std::vector<std::uint8_t> taken_;  // of every source joint
  std::vector<PairedBy> by_;
};

int depth_of(const Skeleton& skeleton, int joint) {
  int depth = 0;
  for (int j = skeleton.parent[idx(joint)]; j >= 0; j = skeleton.parent[idx(j)]) ++depth;
  return depth;
}

}  // namespace

JointMap propose_pairs(const RigPose& source, const RigPose& target) {
  return Proposer(source, target).propose();
}

JointMap sound_map(JointMap map, const RigPose& source, const RigPose& target) {
  std::vector<std::uint8_t> from(idx(source.skeleton.size()), 0),
      to(idx(target.skeleton.size()), 0);
  std::erase_if(map.pair, [&](const JointPair& p) {
    const bool inside = p.source >= 0 && p.source < source.skeleton.size() && p.target >= 0 &&
                        p.target < target.skeleton.size();
    if (!inside || from[idx(p.source)] != 0 || to[idx(p.target)] != 0) return true;
    from[idx(p.source)] = to[idx(p.target)] = 1;
    return false;
  });
  std::ranges::sort(map.pair, {}, &JointPair::target);
  const auto is_hips = [&](const JointPair& p) {
    return p.source == map.source_hips && p.target == map.target_hips;
  };
  if (std::ranges::any_of(map.pair, is_hips)) return map;
  map.source_hips = map.target_hips = -1;
  if (map.pair.empty()) return map;
  const std::vector<JointPart> parts = joint_parts(target.skeleton);
  auto hips = std::ranges::find_if(
      map.pair, [&](const JointPair& p) { return parts[idx(p.target)].part == "hips"; });
  if (hips == map.pair.end()) {
    // A joint of a skin before a plain node: the node above all others carries the file's axes.
    const auto& flag = target.skeleton.file_flags.is_joint;
    hips = std::ranges::min_element(map.pair, {}, [&](const JointPair& p) {
      return std::pair(flag[idx(p.target)] == 0, depth_of(target.skeleton, p.target));
    });
  }
  map.source_hips = hips->source;
  map.target_hips = hips->target;
  return map;
}

std::vector<int> partners_of_targets(const JointMap& map, const Skeleton& target) {
  std::vector<int> out(idx(target.size()), -1);
  for (const JointPair& p : map.pair) out[idx(p.target)] = p.source;
  return out;
}

std::vector<int> partners_of_sources(const JointMap& map, const Skeleton& source) {
  std::vector<int> out(idx(source.size()), -1);
  for (const JointPair& p : map.pair) out[idx(p.source)] = p.target;
  return out;
}

bool same_joints(const Skeleton& a, const Skeleton& b) {
  return a.name == b.name && a.parent == b.parent;
}

}  // namespace bindpose
