// C_j: how the target's reference pose is turned before a clip acts on it.
#include <algorithm>
#include <cmath>

#include "math/geometry.h"
#include "math/numbers.h"
#include "rig/ik/ik_chain.h"
#include "rig/retarget/joint_parts.h"
#include "rig/retarget/retarget.h"
#include "rig/retarget/turns.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dvec3;

constexpr double kLargestMiss = 3.0;  // degrees between bones that are brought over each other

bool is_limb(const std::string& part) {
  return part == "upperarm" || part == "forearm" || part == "thigh" || part == "shin" ||
         part == "thumb" || part == "index" || part == "middle" || part == "ring" ||
         part == "little";
}

}  // namespace

// `above`: C of the next pair above. `all`: also where several bones leave the joint.
dmat3 Retargeter::alignment_of(int joint, const dmat3& above, bool all) const {
  std::vector<dvec3> from, to;
  for (const int child : pairs_below(joint)) {
    const Target& own = target_[idx(joint)];
    const dvec3 s = source_at_[idx(target_[idx(child)].partner)] - source_at_[idx(own.partner)];
    const dvec3 t = target_at_[idx(child)] - target_at_[idx(joint)];
    if (!(glm::length(s) > 0.0) || !(glm::length(t) > 0.0)) continue;
    from.push_back(glm::normalize(s));
    to.push_back(glm::normalize(t));
  }
  if (from.empty() || (from.size() > 1 && !all)) return above;
  const auto is_other_way = [&](const dvec3& d) {
    return glm::length(glm::cross(d, to[0])) > 0.05;
  };
  if (std::ranges::none_of(to, is_other_way)) {  // one bone, or all of them along one line
    const dvec3 otherwise(0.0, 1.0, 0.0);
    return ik::turn_between(above * to[0], from[0], otherwise) * above;
  }
  // Wahba's problem: the rotation that brings many directions over as many others.
  dmat3 sum(0.0);
  for (std::size_t k = 0; k < from.size(); ++k) {
    sum += glm::outerProduct(from[k], to[k]);
  }
  const dmat3 turn = polar(sum).orthogonal;
  if (glm::determinant(turn) < 0.0) return above;
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (degrees_between(turn * to[k], from[k]) > kLargestMiss) return above;
  }
  return turn;
}

void Retargeter::find_alignment() {
  const std::vector<JointPart> part = joint_parts(target_rig_.skeleton);
  std::vector<dmat3> turn(target_.size(), dmat3(1.0));
  for (std::size_t t = 0; t < target_.size(); ++t) {
    if (target_[t].partner < 0) continue;
    const int above = target_above(static_cast<int>(t));
    const dmat3 kept = above < 0 ? dmat3(1.0) : turn[idx(above)];
    if (fit_.alike) {
      turn[t] = alignment_of(static_cast<int>(t), kept, true);
    } else if (is_limb(part[t].part)) {
      turn[t] = alignment_of(static_cast<int>(t), kept, false);
    } else if (part[t].part != "foot" && part[t].part != "toe") {
      turn[t] = kept;
    }
    target_[t].aligned = turn[t] * target_[t].reference;
    if (retarget::degrees_of(turn[t]) >= 1.0) ++fit_.aligned;
  }
}

}  // namespace bindpose
