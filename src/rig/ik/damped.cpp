// Damped least squares along a path (solve.h says why).
#include <algorithm>
#include <array>
#include <cmath>

#include "rig/ik/ik_chain.h"

namespace bindpose::ik {
namespace {

constexpr int kPathSteps = 32;
constexpr int kPolishSteps = 512;
constexpr double kPathDamping = 1e-3;
constexpr double kLargestTurn = 0.5;  // radians a step
// Nearer than this part of its reach the chain is stretched in a last step of its own: there the
// Jacobian is almost singular.
constexpr double kNearStretched = 1e-6;

dmat3 cross_matrix(const dvec3& v) {
  return dmat3(0, v.z, -v.y, -v.z, 0, v.x, v.y, -v.x, 0);
}

double smooth_step(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// The turns that a cone allows: all, all but outward, or only twist.
bool forbid_out_of_cone(const Link& link, const dvec3& omega, dmat3& allowed) {
  const double size = glm::length(link.bone);
  if (!link.has_cone() || !(size > 0.0)) return false;
  const dvec3 now = link.turn * link.bone / size, home = link.bone / size;
  if (link.limit < 1e-6) {
    const dvec3 side = glm::cross(now, glm::abs(now.x) < 0.9 ? dvec3(1, 0, 0) : dvec3(0, 1, 0));
    const bool taken = take_out(allowed, side);
    return take_out(allowed, glm::cross(now, side)) || taken;
  }
  const dvec3 across = glm::cross(home, now);
  const double sine = glm::length(across);
  if (std::atan2(sine, glm::dot(home, now)) < link.limit - 1e-9 || sine < 1e-12) return false;
  const dvec3 outward = across / sine;
  if (glm::dot(omega, outward) <= 0.0) return false;
  return take_out(allowed, outward);
}

bool forbid_outward(const Link& link, const dvec3& omega, dmat3& allowed) {
  const bool by_cone = forbid_out_of_cone(link, omega, allowed);
  return forbid_beyond(link.turn, link.axes, omega, allowed) || by_cone;
}

// omega_k of damped_step() before they are made shorter, for the turns that are allowed.
void damped_turns(const Chain& chain, const dvec3& missing, double damping, StepBuffers& s) {
  dmat3 square(0.0);
  for (std::size_t k = 0; k < chain.link.size(); ++k) {
    square += s.jacobian[k] * s.allowed[k] * glm::transpose(s.jacobian[k]) * chain.link[k].freedom;
  }
  const double mean = (square[0][0] + square[1][1] + square[2][2]) / 3.0;
  square += dmat3(damping * mean + 1e-300);
  const dvec3 pull = glm::inverse(square) * missing;
  for (std::size_t k = 0; k < chain.link.size(); ++k) {
    const dvec3 turn =
        s.allowed[k] * (glm::transpose(s.jacobian[k]) * pull) * chain.link[k].freedom;
    s.omega[k] = turn.x * 0.0 + turn.y * 0.0 + turn.z * 0.0 == 0.0 ? turn : dvec3(0.0);
  }
}

}  // namespace

void damped_step(Chain& chain, const dvec3& goal, double damping, StepBuffers& s) {
  for (std::size_t k = 0; k < chain.link.size(); ++k) {
    s.jacobian[k] = chain.link[k].frame * -cross_matrix(chain.link[k].arm);
    s.allowed[k] = dmat3(1.0);
  }
  const dvec3 missing = goal - chain.effector;
  damped_turns(chain, missing, damping, s);
  for (int pass = 0; pass < 3; ++pass) {
    bool forbidden = false;
    for (std::size_t k = 0; k < chain.link.size(); ++k) {
      forbidden |= forbid_outward(chain.link[k], s.omega[k], s.allowed[k]);
    }
    if (!forbidden) break;
    damped_turns(chain, missing, damping, s);
  }
  double largest = 0.0;
  for (const dvec3& omega : s.omega) largest = std::max(largest, glm::length(omega));
  const double share = largest > kLargestTurn ? kLargestTurn / largest : 1.0;
  for (std::size_t k = 0; k < chain.link.size(); ++k) {
    chain.link[k].turn = rotation_by(s.omega[k] * share) * chain.link[k].turn;
    keep_limit(chain.link[k]);
  }
  update(chain);
}

namespace {

// Levenberg and Marquardt's rule: a step that does not come nearer is taken back and damped more.
void polish(Chain& chain, const dvec3& goal, double tolerance, StepBuffers& s) {
  double damping = 1e-6;
  double missing = glm::length(goal - chain.effector);
  int idle = 0;  // steps in a row that gained nothing to speak of
  for (int i = 0; i < kPolishSteps && missing > tolerance && idle < 12; ++i) {
    for (std::size_t k = 0; k < chain.link.size(); ++k) s.kept[k] = chain.link[k].turn;
    damped_step(chain, goal, damping, s);
    const double now = glm::length(goal - chain.effector);
    idle = now < missing - 1e-3 * tolerance ? 0 : idle + 1;
    if (now < missing) {
      missing = now;
      damping = std::max(0.2 * damping, 1e-12);
    } else {
      for (std::size_t k = 0; k < chain.link.size(); ++k) chain.link[k].turn = s.kept[k];
      update(chain);
      damping *= 8.0;
    }
  }
}

// Where the effector passes: from `from` to `to`, round the root as far as both are away from it
// and not on opposite sides, else straight. t from 0 to 1.
dvec3 on_path(const dvec3& root, const dvec3& from, const dvec3& to, double length, double t) {
  const dvec3 straight = from + (to - from) * t;
  const dvec3 a = from - root, b = to - root;
  const double r0 = glm::length(a), r1 = glm::length(b);
  const double away = smooth_step(0.02, 0.2, std::min(r0, r1) / length);
  if (away == 0.0) return straight;
  const dvec3 across = glm::cross(a, b) / (r0 * r1);
  const double sine = glm::length(across);
  const double angle = std::atan2(sine, glm::dot(a, b) / (r0 * r1));
  const double round = away * (1.0 - smooth_step(0.6 * double(kPi), 0.95 * double(kPi), angle));
  if (round == 0.0) return straight;
  const dvec3 direction =
      sine > 1e-12 ? rotation_by(across * (t * angle / sine)) * (a / r0) : a / r0;
  const dvec3 arc = root + direction * (r0 + (r1 - r0) * t);
  return straight + (arc - straight) * round;
}

// A chain that is straight cannot be shortened by turns that are small: it is bent to an arc first,
// as far as an arc of that chord is bent, and less the less straight it is. Stiff joints take less
// of that.
void bend_straight(Chain& chain, const dvec3& goal, double length) {
  const std::size_t n = chain.link.size();
  const dvec3 root = chain.link[0].pivot;
  const double chord = glm::length(chain.effector - root);
  if (n < 2 || !(chord > 0.0)) return;
  const dvec3 along = (chain.effector - root) / chord;
  double off = 0.0;
  for (const Link& link : chain.link) {
    const dvec3 to = link.pivot - root;
    off = std::max(off, glm::length(to - along * glm::dot(to, along)));
  }
  const double straight = 1.0 - smooth_step(0.0, 5e-3 * length, off);
  const double shorter = (chord - glm::length(goal - root)) / length;
  if (straight == 0.0 || shorter <= 0.0) return;
  const double arc = straight * std::min(std::sqrt(24.0 * shorter), 2.0);
  const dvec3 axis = glm::normalize(chain.link[1].frame * bend_axis(chain, 1));
  double free = 0.0;
  for (std::size_t k = 1; k < n; ++k) free += chain.link[k].freedom;
  if (!(free > 0.0)) return;
  for (std::size_t k = 0; k < n; ++k) {
    Link& link = chain.link[k];
    const dvec3 own = glm::inverse(link.frame) * axis;
    const double size = glm::length(own);
    if (!(size > 0.0)) continue;
    const double angle = link.freedom * (k == 0 ? -0.5 * arc : arc / free);
    link.turn = rotation_by(own * (angle / size)) * link.turn;
    keep_limit(link);
  }
  update(chain);
}

}  // namespace

void solve_damped(Chain& chain, const dvec3& target, bool rigid) {
  StepBuffers s(chain.link.size());
  bool held = !rigid;
  for (Link& link : chain.link) held |= keep_limit(link) || link.limited();
  update(chain);
  const double length = length_of(chain);
  const dvec3 root = chain.link[0].pivot;
  const double far = glm::length(target - root);
  const double stretched = length * (1.0 - kNearStretched);
  const bool beyond = !held && far > length;
  const dvec3 goal = beyond ? root + (target - root) * (stretched / far) : target;
  if (glm::length(goal - chain.effector) > 1e-7 * length) {
    bend_straight(chain, goal, length);
    const dvec3 start = chain.effector;
    for (int i = 1; i <= kPathSteps; ++i) {
      damped_step(chain, on_path(root, start, goal, length, double(i) / kPathSteps), kPathDamping,
                  s);
    }
    polish(chain, goal, 1e-9 * length, s);
  }
  if (!beyond) return;
  for (std::size_t k = 0; k < chain.link.size(); ++k) {
    Link& link = chain.link[k];
    const dvec3 to = glm::inverse(link.frame) * (target - link.pivot);
    link.turn = turn_between(link.turn * link.bone, to, link.turn[0]) * link.turn;
    update(chain);
  }
}

}  // namespace bindpose::ik
