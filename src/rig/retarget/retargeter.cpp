#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "rig/retarget/joint_parts.h"
#include "rig/retarget/retarget.h"
#include "rig/retarget/turns.h"

namespace bindpose {

using retarget::turn_of;

namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;

const JointTrack* track_of(const Clip& clip, int joint) {
  const auto found = std::ranges::find_if(
      clip.tracks, [&](const JointTrack& t) { return t.joint == joint && !t.factors.empty(); });
  return found == clip.tracks.end() ? nullptr : &*found;
}

double lowest_of(const std::vector<dvec3>& places) {
  double lowest = std::numeric_limits<double>::max();
  for (const dvec3& p : places) lowest = std::min(lowest, p.y);
  return lowest;
}

}  // namespace

std::vector<dvec3> reference_places(const RigPose& rig) {
  std::vector<dmat4> world(rig.reference.size());
  std::vector<dvec3> out(world.size());
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int p = rig.skeleton.parent[j];
    world[j] = (p < 0 ? dmat4(rig.to_display) : world[idx(p)]) * dmat4(rig.reference[j]);
    out[j] = dvec3(world[j][3]);
  }
  return out;
}

Retargeter::Retargeter(const Clip& clip, const RigPose& source, const RigPose& target,
                       const JointMap& map)
    : clip_(clip),
      source_rig_(source),
      target_rig_(target),
      map_(map),
      source_(idx(source.skeleton.size())),
      target_(idx(target.skeleton.size())),
      source_at_(reference_places(source)),
      target_at_(reference_places(target)) {
  for (const JointPair& p : map_.pair) {
    target_[idx(p.target)].partner = p.source;
    for (int s = p.source; s >= 0; s = source.skeleton.parent[idx(s)]) source_[idx(s)].used = true;
  }
  for (std::size_t t = 0; t < target_.size(); ++t) {
    target_[t].rest = decompose(target.skeleton.rest_local[t]);
    target_[t].rest_turn = turn_of(target_[t].rest);
  }
  find_fit();
}

int Retargeter::target_above(int target) const {
  for (int t = target_rig_.skeleton.parent[idx(target)]; t >= 0;
       t = target_rig_.skeleton.parent[idx(t)]) {
    if (target_[idx(t)].partner >= 0) return t;
  }
  return -1;
}

// The next pairs below, in both rigs.
std::vector<int> Retargeter::pairs_below(int target) const {
  std::vector<int> out;
  const int partner = target_[idx(target)].partner;
  const auto& end = target_rig_.skeleton.subtree_end;
  for (int t = target + 1; t < end[idx(target)];) {
    const int s = target_[idx(t)].partner;
    if (s < 0) {
      ++t;
      continue;
    }
    if (is_above(source_rig_.skeleton, partner, s)) out.push_back(t);
    t = end[idx(t)];
  }
  return out;
}

void Retargeter::find_fit() {
  // Bones between pairs, and whether it is one rig.
  std::vector<double> ratios;
  bool names = !map_.pair.empty();
  for (const JointPair& p : map_.pair) {
    const int above = target_above(p.target);
    const int source_above = above < 0 ? -1 : target_[idx(above)].partner;
    names = names &&
            source_rig_.skeleton.name[idx(p.source)] == target_rig_.skeleton.name[idx(p.target)];
    names = names && is_above(source_rig_.skeleton, source_above, p.source);
    if (above < 0) continue;
    const double from = glm::distance(source_at_[idx(p.source)], source_at_[idx(source_above)]);
    const double to = glm::distance(target_at_[idx(p.target)], target_at_[idx(above)]);
    if (from > 0.0 || to > 0.0) ratios.push_back(from > 0.0 ? to / from : 0.0);
  }
  const auto& flag = target_rig_.skeleton.file_flags.is_joint;
  const bool skinned = std::ranges::any_of(flag, [](auto f) { return f != 0; });
  for (std::size_t t = 0; t < target_.size(); ++t) {
    names = names && (target_[t].partner >= 0 || (skinned && flag[t] == 0));
  }
  fit_.same_rig = names;
  std::ranges::sort(ratios);
  const double middle = ratios.empty() ? 0.0 : ratios[ratios.size() / 2];
  const auto is_middle = [&](double r) { return std::abs(r - middle) <= 0.01 * middle; };
  fit_.alike = middle > 0.0 && ratios.size() >= 2 && std::ranges::all_of(ratios, is_middle);
  if (fit_.alike) fit_.ratio = middle;

  find_turn_and_ratio();
  for (std::size_t s = 0; s < source_.size(); ++s) {
    Source& own = source_[s];
    const int p = source_rig_.skeleton.parent[s];
    own.track = track_of(clip_, static_cast<int>(s));
    own.rest = source_rig_.skeleton.rest_local[s];
    own.rest_turn = turn_of(own.rest);
    const dmat3 above = p < 0 ? turn_of(mat4(source_display_)) : source_[idx(p)].reference;
    own.reference = above * turn_of(source_rig_.reference[s]);
  }
  for (std::size_t t = 0; t < target_.size(); ++t) {
    const int p = target_rig_.skeleton.parent[t];
    const dmat3 above = p < 0 ? turn_of(target_rig_.to_display) : target_[idx(p)].reference;
    target_[t].reference = above * turn_of(target_rig_.reference[t]);
  }
  find_alignment();
  if (fit_.same_rig) find_carried();
}

// What faces the same way, the ratio of the hips' heights, and the points on the ground.
void Retargeter::find_turn_and_ratio() {
  const std::vector<JointPart> part = joint_parts(target_rig_.skeleton);
  const auto part_at = [&](const JointPair& p) { return part[idx(p.target)]; };
  dvec3 from(0.0), to(0.0);
  double feet_from = 0.0, feet_to = 0.0, feet = 0.0;
  for (const JointPair& left : map_.pair) {
    if (part_at(left).part == "foot") {
      feet_from += source_at_[idx(left.source)].y;
      feet_to += target_at_[idx(left.target)].y;
      feet += 1.0;
    }
    if (part_at(left).side != BodySide::Left) continue;
    const auto right = std::ranges::find_if(map_.pair, [&](const JointPair& p) {
      return part_at(p) == JointPart{part_at(left).part, BodySide::Right};
    });
    if (right == map_.pair.end()) continue;
    from += source_at_[idx(left.source)] - source_at_[idx(right->source)];
    to += target_at_[idx(left.target)] - target_at_[idx(right->target)];
  }
  from.y = to.y = 0.0;
  if (!fit_.alike && glm::length(from) > 0.0 && glm::length(to) > 0.0) {
    const double angle = std::atan2(from.z, from.x) - std::atan2(to.z, to.x);
    fit_.turn = 90.0 * std::remainder(std::round(glm::degrees(angle) / 90.0), 4.0);
  }
  source_display_ = dmat4(source_rig_.to_display);
  if (fit_.turn != 0.0) {
    const double a = glm::radians(fit_.turn), c = std::round(std::cos(a)),
                 s = std::round(std::sin(a));
    source_display_ =
        dmat4({c, 0, -s, 0}, {0, 1, 0, 0}, {s, 0, c, 0}, {0, 0, 0, 1}) * source_display_;
    for (dvec3& p : source_at_) p = {c * p.x + s * p.z, p.y, c * p.z - s * p.x};
  }
  if (map_.target_hips < 0) return;
  const dvec3 source_hips = source_at_[idx(map_.source_hips)];
  const dvec3 target_hips = target_at_[idx(map_.target_hips)];
  const double source_floor = lowest_of(source_at_), target_floor = lowest_of(target_at_);
  double source_ground = feet > 0.0 ? feet_from / feet : source_floor;
  double target_ground = feet > 0.0 ? feet_to / feet : target_floor;
  double source_height = source_hips.y - source_ground;
  double target_height = target_hips.y - target_ground;
  if (!(source_height > 0.0) || !(target_height > 0.0)) {  // hips on the ground: whole heights
    const auto height = [](const std::vector<dvec3>& places, double floor) {
      double top = floor;
      for (const dvec3& p : places) top = std::max(top, p.y);
      return top - floor;
    };
    source_ground = source_floor;
    target_ground = target_floor;
    source_height = height(source_at_, source_floor);
    target_height = height(target_at_, target_floor);
  }
  if (!fit_.alike && source_height > 0.0 && target_height > 0.0) {
    fit_.ratio = target_height / source_height;
  }
  // A skeleton around its own origin, whose clip has it walk on the ground of the world.
  const double depth = source_hips.y - source_floor;
  double mean = 0.0;
  constexpr int kSamples = 9;
  for (int k = 0; k < kSamples; ++k) {
    mean += source_hips_at(clip_.duration * k / (kSamples - 1)).y / kSamples;
  }
  const bool through_floor = source_floor < -0.5 * depth && mean - source_hips.y > 0.5 * depth;
  around_origin_ = through_floor;
  if (through_floor) source_ground -= source_floor;
  source_origin_ = {source_hips.x, source_ground, source_hips.z};
  target_origin_ = {target_hips.x, target_ground, target_hips.z};
  const double k = fit_.ratio;
  dmat4 move(k);
  move[3] = glm::dvec4(target_origin_ - k * source_origin_, 1.0);
  hips_to_target_ = glm::inverse(dmat4(target_rig_.to_display)) * move;
}

// In display space, turned.
dvec3 Retargeter::source_hips_at(double time) {
  dmat4 world(1.0);
  for (int s = map_.source_hips; s >= 0; s = source_rig_.skeleton.parent[idx(s)]) {
    const JointTrack* track = track_of(clip_, s);
    world = dmat4(track ? sample(*track, time) : source_rig_.skeleton.rest_local[idx(s)]) * world;
  }
  return dvec3((source_display_ * world)[3]);
}

// Cubic root of the volume of what lies above a joint, in display space.
double Retargeter::scale_above(const RigPose& rig, int joint) const {
  dmat3 m(1.0);
  for (int j = rig.skeleton.parent[idx(joint)]; j >= 0; j = rig.skeleton.parent[idx(j)]) {
    m = dmat3(rig.reference[idx(j)]) * m;
  }
  return std::cbrt(std::abs(glm::determinant(dmat3(rig.to_display) * m)));
}

void Retargeter::find_carried() {
  for (std::size_t t = 0; t < target_.size(); ++t) {
    Target& own = target_[t];
    const int s = own.partner, p = target_rig_.skeleton.parent[t];
    if (s < 0 || source_[idx(s)].track == nullptr) continue;
    if (around_origin_ && static_cast<int>(t) == map_.target_hips) continue;
    const int source_parent = source_rig_.skeleton.parent[idx(s)];
    const bool roots = p < 0 && source_parent < 0;
    const bool both = p >= 0 && source_parent >= 0;  // have parents
    if (!roots && !(both && target_[idx(p)].partner == source_parent)) continue;
    const Transform from = decompose(source_rig_.reference[idx(s)]);
    const Transform to = decompose(target_rig_.reference[t]);
    const dmat3 source_axes =
        roots ? turn_of(mat4(source_display_)) : source_[idx(source_parent)].reference;
    const dmat3 own_axes = roots ? turn_of(target_rig_.to_display) : target_[idx(p)].aligned;
    const double below = scale_above(target_rig_, static_cast<int>(t));
    const double factor = below > 0.0 ? fit_.ratio * scale_above(source_rig_, s) / below : 1.0;
    own.carries_place = true;
    own.place = factor * (glm::transpose(own_axes) * source_axes);
    own.source_place = dvec3(from.t);
    own.own_place = dvec3(to.t);
    const dmat3 between = glm::transpose(source_[idx(s)].reference) * own.aligned;
    own.carries_size = retarget::degrees_of(between) < 0.1;
    const Skeleton &there = source_rig_.skeleton, &here = target_rig_.skeleton;
    const auto same = [](const dmat3& m) {
      return glm::length(m[0] - dmat3(1.0)[0]) + glm::length(m[1] - dmat3(1.0)[1]) +
                 glm::length(m[2] - dmat3(1.0)[2]) <
             1e-6;
    };
    own.as_it_is = same(own.place) && same(between) && from.t == to.t && from.s == to.s &&
                   there.rest_local[idx(s)] == here.rest_local[t];
    for (int c = 0; c < 3; ++c) own.size[c] = from.s[c] != 0.0f ? to.s[c] / from.s[c] : 1.0f;
  }
}

void Retargeter::frame(double time, std::span<mat4> local) {
  assert(local.size() == target_.size());
  const double t = std::clamp(time, 0.0, std::max(clip_.duration, 0.0));
  const dmat3 source_top = turn_of(mat4(source_display_));
  for (std::size_t s = 0; s < source_.size(); ++s) {
    Source& own = source_[s];
    if (!own.used) continue;
    const int p = source_rig_.skeleton.parent[s];
    own.local = own.track ? sample(*own.track, t) : own.rest;
    own.turn = (p < 0 ? source_top : source_[idx(p)].turn) *
               (own.track ? turn_of(own.local) : own.rest_turn);
  }
  const dmat3 target_top = turn_of(target_rig_.to_display);
  for (std::size_t j = 0; j < target_.size(); ++j) {
    Target& own = target_[j];
    const int p = target_rig_.skeleton.parent[j];
    const dmat3& above = p < 0 ? target_top : target_[idx(p)].turn;
    if (own.partner < 0) {
      own.turn = above * own.rest_turn;
      local[j] = target_rig_.skeleton.rest_local[j];
      continue;
    }
    const Source& from = source_[idx(own.partner)];
    own.turn = from.turn * glm::transpose(from.reference) * own.aligned;
    if (own.as_it_is) {
      local[j] = from.local;
      continue;
    }
    Transform x = own.rest;
    x.q = retarget::rotation_of(glm::transpose(above) * own.turn, x.s);
    if (own.carries_place) {
      const Transform moved = decompose(from.local);
      x.t = vec3(own.own_place + own.place * (dvec3(moved.t) - own.source_place));
      if (own.carries_size) x.s = own.size * moved.s;
    }
    local[j] = to_matrix(x);
  }
  if (map_.target_hips >= 0 && !target_[idx(map_.target_hips)].carries_place) place_hips(local);
}

void Retargeter::place_hips(std::span<mat4> local) const {
  dmat4 source(1.0), above(1.0);
  for (int s = map_.source_hips; s >= 0; s = source_rig_.skeleton.parent[idx(s)]) {
    source = dmat4(source_[idx(s)].local) * source;
  }
  for (int t = target_rig_.skeleton.parent[idx(map_.target_hips)]; t >= 0;
       t = target_rig_.skeleton.parent[idx(t)]) {
    above = dmat4(local[idx(t)]) * above;
  }
  const dmat4 world = hips_to_target_ * source_display_ * source;
  if (!(std::abs(glm::determinant(dmat3(above))) > 0.0)) return;  // flattened: it stays
  const vec3 at(glm::inverse(above) * world[3]);
  if (is_finite(at)) local[idx(map_.target_hips)][3] = vec4(at, 1.0f);
}

}  // namespace bindpose
