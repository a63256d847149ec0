#include "rig/ik/ik_chain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_access.hpp>

namespace bindpose::ik {
namespace {

// Vectors shorter than this part of what they are compared with have no direction to go by: about
// what is left of one after it was stored in floats.
constexpr double kNoDirection = 1e-9;
// Below this sine of the angle between its bones a chain counts as straight. Chains that were
// stretched and stored as floats have angles up to about 1e-3.
constexpr double kStraight = 2e-3;

dvec3 perpendicular_part(const dvec3& v, const dvec3& unit) {
  return v - unit * glm::dot(v, unit);
}

dvec3 any_perpendicular(const dvec3& unit) {
  const dvec3 a = glm::abs(unit);
  const dvec3 other = a.x <= a.y && a.x <= a.z ? dvec3(1, 0, 0)
                      : a.y <= a.z             ? dvec3(0, 1, 0)
                                               : dvec3(0, 0, 1);
  return glm::normalize(perpendicular_part(other, unit));
}

// The bone that ends at link k's pivot, in link k's frame.
dvec3 bone_before(const Chain& chain, std::size_t k) {
  const Link& link = chain.link[k];
  return glm::inverse(link.frame) * (link.pivot - chain.link[k - 1].pivot);
}

// What bone_before and the bone after it span, as a cross product of unit vectors, in the turned
// frame: it turns with the joint.
dvec3 hinge(const Chain& chain, std::size_t k) {
  const dvec3 u = bone_before(chain, k), v = chain.link[k].arm;
  const double size = glm::length(u) * glm::length(v);
  if (!(size > 0.0)) return dvec3(0.0);
  return glm::transpose(chain.link[k].turn) * (glm::cross(u, v) / size);
}

}  // namespace

void update(Chain& chain) {
  Map world = chain.root;
  for (Link& link : chain.link) {
    world = world * link.before;
    link.frame = world.linear;
    link.pivot = world.at;
    world.linear = link.frame * link.turn;
  }
  chain.effector = world.linear * chain.tip + world.at;
  dvec3 effector = chain.tip;
  for (std::size_t k = chain.link.size(); k-- > 0;) {
    Link& link = chain.link[k];
    link.arm = link.turn * effector;
    effector = link.before.linear * link.arm + link.before.at;
  }
}

double length_of(const Chain& chain) {
  double length = 0.0;
  for (const Link& link : chain.link) length += glm::length(link.frame * (link.turn * link.bone));
  return length;
}

bool is_rigid(const Chain& chain) {
  for (const Link& link : chain.link) {
    const dmat3 square = glm::transpose(link.frame) * link.frame;
    const double scale = (square[0][0] + square[1][1] + square[2][2]) / 3.0;
    for (int c = 0; c < 3; ++c) {
      for (int r = 0; r < 3; ++r) {
        const double off = square[c][r] - (c == r ? scale : 0.0);
        if (!(std::abs(off) <= 1e-5 * scale)) return false;
      }
    }
  }
  return true;
}

dmat3 rotation_by(const dvec3& omega) {
  const double angle = glm::length(omega);
  if (!(angle > 1e-300)) return dmat3(1.0);
  return glm::mat3_cast(glm::angleAxis(angle, omega / angle));
}

dmat3 turn_between(const dvec3& from, const dvec3& to, const dvec3& otherwise) {
  const double lengths = glm::length(from) * glm::length(to);
  if (!(lengths > 0.0)) return dmat3(1.0);
  const dvec3 across = glm::cross(from, to) / lengths;
  const double sine = glm::length(across), cosine = glm::dot(from, to) / lengths;
  const double angle = std::atan2(sine, cosine);
  if (sine > kNoDirection) return rotation_by(across * (angle / sine));
  if (cosine > 0.0) return dmat3(1.0);
  const dvec3 unit = glm::normalize(from);
  dvec3 axis = perpendicular_part(otherwise, unit);
  axis = glm::length(axis) > kNoDirection ? glm::normalize(axis) : any_perpendicular(unit);
  return rotation_by(axis * angle);
}

void aim(Chain& chain, std::size_t k, const dvec3& target) {
  Link& link = chain.link[k];
  const dvec3 to = glm::inverse(link.frame) * (target - link.pivot);
  const dvec3 axis =
      k + 1 < chain.link.size()
          ? glm::inverse(link.frame) * chain.link[k + 1].frame * bend_axis(chain, k + 1)
          : link.turn[0];
  link.turn = turn_between(link.arm, to, axis) * link.turn;
  update(chain);
}

namespace {

bool keep_cone(Link& link) {
  const double size = glm::length(link.bone);
  if (!link.has_cone() || !(size > 0.0)) return false;
  const dvec3 now = link.turn * link.bone;
  const double angle =
      std::atan2(glm::length(glm::cross(link.bone, now)), glm::dot(link.bone, now));
  if (angle <= link.limit) return false;
  const dmat3 home = turn_between(link.bone, now, link.turn[0]);
  // The turn there, but only as far as the limit: about the same axis.
  const dvec3 axis = {home[1][2] - home[2][1], home[2][0] - home[0][2], home[0][1] - home[1][0]};
  const double twice_sine = glm::length(axis);
  if (twice_sine > kNoDirection) {
    link.turn = rotation_by(axis * ((link.limit - angle) / twice_sine)) * link.turn;
  } else {  // straight back: any way is the smallest
    link.turn = rotation_by(any_perpendicular(now / size) * (angle - link.limit)) * link.turn;
  }
  return true;
}

// Of the joint's axes across the bone the one that may turn farthest.
dvec3 free_axis(const Link& link, const dvec3& along) {
  dvec3 best(0.0);
  double most = 1e-6;
  for (const int own : {0, 2, 1}) {
    const double range = link.axes.high[own] - link.axes.low[own];
    if (range <= most || std::abs(glm::dot(link.turn[own], along)) >= 0.8) continue;
    most = range;
    best = link.turn[own];
  }
  return best;
}

}  // namespace

bool keep_limit(Link& link) {
  const bool by_cone = keep_cone(link);
  return keep_axes(link.turn, link.axes) || by_cone;
}

dvec3 bend_axis(const Chain& chain, std::size_t k) {
  const Link& link = chain.link[k];
  const dvec3 bone = bone_before(chain, k);
  const double length = glm::length(bone);
  if (!(length > 0.0)) return glm::normalize(link.turn[0]);
  const dvec3 along = bone / length;
  const auto square_to_bone = [&](const dvec3& axis) {
    const dvec3 part = perpendicular_part(axis, along);
    return glm::length(part) > kNoDirection ? glm::normalize(part) : any_perpendicular(along);
  };
  dvec3 axis = hinge(chain, k);
  if (glm::length(axis) > kStraight) return square_to_bone(link.turn * axis);
  if (link.axes.any()) {
    axis = free_axis(link, along);
    if (glm::length(axis) > 0.0) return square_to_bone(axis);
  }
  Chain rest = chain;
  for (Link& l : rest.link) l.turn = dmat3(1.0);
  update(rest);
  axis = hinge(rest, k);
  if (glm::length(axis) > kStraight) return square_to_bone(link.turn * axis);
  for (const int own : {0, 2, 1}) {
    if (std::abs(glm::dot(link.turn[own], along)) < 0.8) return square_to_bone(link.turn[own]);
  }
  return any_perpendicular(along);
}

void turn_to_pole(Chain& chain, const dvec3& pole) {
  Link& first = chain.link.front();
  const double reach = glm::length(first.arm);
  if (!(reach > 0.0)) return;
  const dvec3 along = first.arm / reach;
  const dmat3 to_frame = glm::inverse(first.frame);
  dvec3 bend(0.0);
  for (std::size_t k = 1; k < chain.link.size(); ++k) {
    bend += perpendicular_part(to_frame * (chain.link[k].pivot - first.pivot), along);
  }
  const dvec3 wanted = perpendicular_part(to_frame * (pole - first.pivot), along);
  const double smallest = kNoDirection * reach;
  if (glm::length(bend) <= smallest || glm::length(wanted) <= smallest) return;
  first.turn = turn_between(bend, wanted, along) * first.turn;
  update(chain);
}

void solve_two_bones(Chain& chain, const dvec3& target) {
  Link& elbow = chain.link[1];
  const dvec3 before = bone_before(chain, 1);
  const double a = glm::length(before), b = glm::length(elbow.arm);
  const double scale = std::cbrt(std::abs(glm::determinant(elbow.frame)));
  const double far = glm::length(target - chain.link[0].pivot) / scale;
  // Clamped: stretched where the target is too far, folded where it is too near.
  const double cosine = std::clamp((far * far - a * a - b * b) / (2.0 * a * b), -1.0, 1.0);
  const dvec3 axis = bend_axis(chain, 1), along = before / a;
  const dvec3 wanted = along * cosine + glm::cross(axis, along) * std::sqrt(1.0 - cosine * cosine);
  elbow.turn = turn_between(elbow.arm, wanted, axis) * elbow.turn;
  update(chain);
  aim(chain, 0, target);
}

}  // namespace bindpose::ik
