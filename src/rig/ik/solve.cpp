#include "rig/ik/solve.h"

#include <cmath>

#include "math/transform.h"
#include "rig/ik/ik_chain.h"

namespace bindpose {
namespace {

using ik::Chain;
using ik::Link;
using ik::Map;

Map map_of(const mat4& m) {
  return {glm::dmat3(glm::mat3(m)), glm::dvec3(vec3(m[3]))};
}

bool is_sound(std::span<const IkJoint> joints) {
  for (const IkJoint& j : joints) {
    bool good = j.stiffness >= 0.0f && j.stiffness <= 1.0f && j.limit >= 0.0f;
    for (int k = 0; k < 3; ++k) {
      good = good && j.low[k] >= -kPi && j.low[k] <= j.high[k] && j.high[k] <= kPi;
    }
    if (!good) return false;  // NaN is none of these
  }
  return true;
}

// Root first, each an ancestor of the next and the last of the effector.
bool is_chain(std::span<const int> parent, std::span<const int> chain, int effector) {
  if (chain.empty() || effector < 0 || idx(effector) >= parent.size()) return false;
  std::size_t k = chain.size();
  for (int j = parent[idx(effector)]; j >= 0 && k > 0; j = parent[idx(j)]) {
    if (j == chain[k - 1]) --k;
  }
  return k == 0;
}

// Walks from the effector up and gathers what lies between joints that turn.
bool gather(std::span<const int> parent, std::span<const mat4> base_local,
            std::span<const mat4> user_local, std::span<const int> turning, int effector,
            Chain& chain) {
  chain.link.resize(turning.size());
  bool finite = true;
  const auto local = [&](int j) {
    finite = finite && is_finite(base_local[idx(j)]) && is_finite(user_local[idx(j)]);
    return map_of(base_local[idx(j)]) * map_of(user_local[idx(j)]);
  };
  Map between;  // from what was passed last up to the effector, or to the link below
  bool has_tip = false;
  std::size_t k = turning.size();
  for (int j = effector; j >= 0; j = parent[idx(j)]) {
    if (k == 0 || j != turning[k - 1]) {
      between = local(j) * between;
      continue;
    }
    Link& link = chain.link[--k];
    local(j);
    const Polar ul = polar(glm::dmat3(glm::mat3(user_local[idx(j)])));
    link.turn = ul.orthogonal;
    link.stretch = ul.stretch;
    link.bone = ul.stretch * between.at;
    const Map stretched{ul.stretch * between.linear, link.bone};
    if (has_tip) {
      chain.link[k + 1].before = stretched;
    } else {
      chain.tip = link.bone;
      has_tip = true;
    }
    between = map_of(base_local[idx(j)]) * Map{glm::dmat3(1.0), vec3(user_local[idx(j)][3])};
  }
  chain.link[0].before = between;  // all that is above: the first link's frame in the world
  return finite;
}

double measured(std::span<const int> parent, std::span<const mat4> base_local,
                std::span<const mat4> user_local, int effector, const glm::dvec3& target) {
  glm::dvec3 at(0.0);
  for (int j = effector; j >= 0; j = parent[idx(j)]) {
    const Map local = map_of(base_local[idx(j)]) * map_of(user_local[idx(j)]);
    at = local.linear * at + local.at;
  }
  return glm::length(at - target);
}

bool has_length(const Chain& chain) {
  const double length = ik::length_of(chain);
  return length > 0.0 && std::isfinite(length);
}

void solve(Chain& chain, const IkGoal& goal, bool free) {
  const bool rigid = ik::is_rigid(chain);
  const glm::dvec3 target(goal.target);
  const double length = ik::length_of(chain);
  const auto has_bone = [&](const Link& link) {
    return glm::length(link.frame * link.bone) > 1e-6 * length;
  };
  if (chain.link.size() == 1 && free) {
    ik::aim(chain, 0, target);
  } else if (chain.link.size() == 2 && free && rigid && has_bone(chain.link[0]) &&
             has_bone(chain.link[1])) {
    ik::solve_two_bones(chain, target);
  } else {
    ik::solve_damped(chain, target, rigid);
  }
  if (!goal.pole) return;
  ik::turn_to_pole(chain, glm::dvec3(*goal.pole));
  if (ik::keep_limit(chain.link[0])) ik::solve_damped(chain, target, rigid);
}

}  // namespace

IkResult solve_ik(std::span<const int> parent, std::span<const mat4> base_local,
                  std::span<const int> chain, int effector, const IkGoal& goal,
                  std::span<const IkJoint> joints, std::span<mat4> user_local) {
  IkResult result;
  const bool sizes = base_local.size() == parent.size() && user_local.size() == parent.size() &&
                     (joints.empty() || joints.size() == chain.size());
  if (!sizes || !is_chain(parent, chain, effector) || !is_sound(joints)) return result;
  if (!is_finite(goal.target) || (goal.pole && !is_finite(*goal.pole))) return result;

  std::vector<int> turning;
  std::vector<IkJoint> held;
  bool free = true;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const IkJoint joint = joints.empty() ? IkJoint{} : joints[k];
    if (joint.stiffness >= 1.0f) continue;
    turning.push_back(chain[k]);
    held.push_back(joint);
    free = free && joint.stiffness == 0.0f && joint.limit >= kPi &&
           !ik::AxisLimits{glm::dvec3(joint.low), glm::dvec3(joint.high)}.any();
  }
  if (turning.empty()) return result;
  Chain work;
  if (!gather(parent, base_local, user_local, turning, effector, work)) return result;
  for (std::size_t k = 0; k < turning.size(); ++k) {
    work.link[k].freedom = 1.0 - double(held[k].stiffness);
    if (held[k].limit < kPi) work.link[k].limit = double(held[k].limit);
    work.link[k].axes = {glm::dvec3(held[k].low), glm::dvec3(held[k].high)};
  }
  ik::update(work);
  if (!has_length(work)) return result;
  solve(work, goal, free);

  for (std::size_t k = 0; k < turning.size(); ++k) {
    mat4& ul = user_local[idx(turning[k])];
    const glm::mat3 turned(work.link[k].turn * work.link[k].stretch);
    for (int c = 0; c < 3; ++c) ul[c] = vec4(turned[c], 0.0f);
  }
  result.valid = true;
  result.length = ik::length_of(work);
  result.residual = measured(parent, base_local, user_local, effector, glm::dvec3(goal.target));
  result.reached = result.residual <= kIkTolerance * result.length;
  return result;
}

}  // namespace bindpose
