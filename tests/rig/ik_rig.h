// Chains of joints for the tests of inverse kinematics, followed in double.
#pragma once

#include "rig/fixtures.h"
#include "rig/ik/solve.h"

namespace bindpose::test {

struct IkRig {
  std::vector<int> parent, chain;  // all but the last joint turn
  std::vector<mat4> base, user;

  int effector() const { return static_cast<int>(parent.size()) - 1; }
  dmat4 world(int joint) const {
    dmat4 w(1.0);
    for (int j = joint; j >= 0; j = parent[idx(j)]) {
      w = dmat4(base[idx(j)]) * dmat4(user[idx(j)]) * w;
    }
    return w;
  }
  dvec3 at(int joint) const { return dvec3(world(joint)[3]); }
  dvec3 bone(int joint) const { return at(joint + 1) - at(joint); }
  double length() const {
    double sum = 0.0;
    for (const int j : chain) sum += glm::length(bone(j));
    return sum;
  }
  IkResult solve(const vec3& target, std::optional<vec3> pole = {},
                 std::span<const IkJoint> joints = {}) {
    return solve_ik(parent, base, chain, effector(), {target, pole}, joints, user);
  }
};

// Joints at the ends of each other's bones: root.t, then offset after offset.
inline IkRig chain_of(const mat4& root, const std::vector<vec3>& offset) {
  IkRig rig;
  rig.parent = {-1};
  rig.base = {root};
  for (std::size_t k = 0; k < offset.size(); ++k) {
    rig.chain.push_back(static_cast<int>(k));
    rig.parent.push_back(static_cast<int>(k));
    rig.base.push_back(translation(offset[k]));
  }
  rig.user.assign(rig.base.size(), mat4(1.0f));
  return rig;
}

// Bones of 0.5 to 1.5, bent by up to `bend` radians a joint in the base pose, turned by half of
// that again by the user; every joint's frame is its own.
inline IkRig random_chain(Random& random, int bones, float bend, const mat4& root = mat4(1.0f)) {
  std::vector<vec3> offset(idx(bones));
  for (vec3& o : offset) o = {0.0f, random.number(0.5f, 1.5f), 0.0f};
  IkRig rig = chain_of(root * random.rigid(), offset);
  for (std::size_t j = 1; j < rig.base.size(); ++j) {
    const vec3 axis = glm::normalize(random.point(1) + vec3(0.0f, 0.0f, 1e-3f));
    const vec3 again = glm::normalize(random.point(1) + vec3(0.0f, 0.0f, 1e-3f));
    rig.base[j] *= glm::mat4_cast(glm::angleAxis(random.number(0, bend), axis));
    rig.user[j - 1] = glm::mat4_cast(glm::angleAxis(random.number(0, 0.5f * bend), again));
  }
  return rig;
}

// Radians between two rotations with the same stretch.
inline double turned(const mat4& a, const mat4& b) {
  const dmat3 m = dmat3(glm::mat3(b)) * glm::inverse(dmat3(glm::mat3(a)));
  const dvec3 axis(m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]);
  return std::atan2(glm::length(axis), m[0][0] + m[1][1] + m[2][2] - 1.0);
}

inline double angle_between(const dvec3& a, const dvec3& b) {
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

// Has the largest and the smallest bone: nothing nearer to the root than this can be reached.
inline double hole_of(const IkRig& rig) {
  double longest = 0.0;
  for (const int j : rig.chain) longest = std::max(longest, glm::length(rig.bone(j)));
  return std::max(0.0, 2.0 * longest - rig.length());
}

}  // namespace bindpose::test
