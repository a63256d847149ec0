#include "rig/retarget/feet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "math/numbers.h"
#include "rig/ik/solve.h"
#include "rig/kinematics.h"
#include "rig/retarget/joint_parts.h"

namespace bindpose {
namespace {

using glm::dmat4;
using glm::dvec3;

constexpr double kFrames = 60.0;                // a second
constexpr double kSlow = 0.15;                  // heights of the hips a second
constexpr double kNear = 0.08;                  // of that height, over the lowest point
constexpr double kShortest = 0.1, kFade = 0.1;  // seconds
constexpr double kLongestClip = 3600.0;         // seconds

struct Leg {
  int source_foot = -1;
  std::array<int, 3> joint{-1, -1, -1};  // of the target: thigh, shin, foot
};

std::vector<Leg> legs_of(const RigPose& target, const JointMap& map) {
  const std::vector<JointPart> part = joint_parts(target.skeleton);
  std::vector<Leg> out;
  for (const BodySide side : {BodySide::Left, BodySide::Right}) {
    const auto pair_of = [&](const char* name) {
      const auto found = std::ranges::find_if(map.pair, [&](const JointPair& p) {
        return part[idx(p.target)] == JointPart{name, side};
      });
      return found == map.pair.end() ? JointPair{} : *found;
    };
    const JointPair thigh = pair_of("thigh"), shin = pair_of("shin"), foot = pair_of("foot");
    if (thigh.target < 0 || shin.target < 0 || foot.target < 0) continue;
    if (!is_above(target.skeleton, thigh.target, shin.target)) continue;
    if (!is_above(target.skeleton, shin.target, foot.target)) continue;
    out.push_back({foot.source, {thigh.target, shin.target, foot.target}});
  }
  return out;
}

dvec3 place_of(const Skeleton& skeleton, std::span<const mat4> local, int joint) {
  dmat4 world(1.0);
  for (int j = joint; j >= 0; j = skeleton.parent[idx(j)]) world = dmat4(local[idx(j)]) * world;
  return dvec3(world[3]);
}

struct Contact {
  std::size_t first, last;  // frames, both inside
};

// `at`: in units of the hips' height, y up.
std::vector<Contact> contacts_of(const std::vector<dvec3>& at) {
  double lowest = 1e300;
  for (const dvec3& p : at) lowest = std::min(lowest, p.y);
  std::vector<Contact> out;
  const auto rests = [&](std::size_t k) {
    const std::size_t a = k > 0 ? k - 1 : k, b = std::min(k + 1, at.size() - 1);
    const double speed =
        glm::distance(at[a], at[b]) * kFrames / double(std::max<std::size_t>(b - a, 1));
    return speed < kSlow && at[k].y - lowest < kNear;
  };
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (!rests(k)) continue;
    const std::size_t first = k;
    while (k + 1 < at.size() && rests(k + 1)) ++k;
    if (double(k - first) >= kShortest * kFrames) out.push_back({first, k});
  }
  return out;
}

// Where the held foot shall be, and how much of that: 1 in a contact, fading beside it.
struct Hold {
  dvec3 at{0.0};
  double weight = 0.0;
};

std::vector<Hold> holds_of(const std::vector<Contact>& contacts, const std::vector<dvec3>& at) {
  std::vector<Hold> out(at.size());
  const auto fade = static_cast<std::size_t>(kFade * kFrames);
  for (const Contact& c : contacts) {
    dvec3 mean(0.0);
    for (std::size_t k = c.first; k <= c.last; ++k) mean += at[k] / double(c.last - c.first + 1);
    const std::size_t from = c.first > fade ? c.first - fade : 0;
    for (std::size_t k = from; k <= std::min(c.last + fade, at.size() - 1); ++k) {
      const double off = k < c.first ? double(c.first - k) : k > c.last ? double(k - c.last) : 0.0;
      const double s = 1.0 - off / double(fade + 1);
      const double weight = s * s * (3.0 - 2.0 * s);
      if (weight > out[k].weight) out[k] = {mean, weight};
    }
  }
  return out;
}

double slip_of(const std::vector<Contact>& contacts, const std::vector<dvec3>& at) {
  double most = 0.0;
  for (const Contact& c : contacts) {
    for (std::size_t k = c.first; k <= c.last; ++k) {
      most = std::max(most, glm::distance(at[k], at[c.first]));
    }
  }
  return most;
}

// Turns thigh and shin so that the foot comes to `goal`, and the foot back to its direction.
void reach(const Skeleton& skeleton, const Leg& leg, const dvec3& goal, std::vector<mat4>& local) {
  std::vector<mat4> world(local.size()), user(local.size(), mat4(1.0f));
  forward_kinematics(skeleton.parent, local, all_joints(skeleton), world);
  const int foot = leg.joint[2];
  const mat4 before = world[idx(foot)];
  const std::array<int, 2> chain{leg.joint[0], leg.joint[1]};
  if (!solve_ik(skeleton.parent, local, chain, foot, {vec3(goal), {}}, {}, user).valid) return;
  for (const int j : chain) local[idx(j)] = mul_affine(local[idx(j)], user[idx(j)]);
  forward_kinematics(skeleton.parent, local, all_joints(skeleton), world);
  mat4 wanted = before;
  wanted[3] = world[idx(foot)][3];
  const int p = skeleton.parent[idx(foot)];
  mat4 turned = mul_affine(inverse_affine(world[idx(p)]), wanted);
  turned[3] = local[idx(foot)][3];
  Transform x = decompose(local[idx(foot)]);
  x.q = decompose(turned).q;
  local[idx(foot)] = to_matrix(x);
}

// Turns can be written into its keys.
bool has_one_factor(const JointTrack& track) {
  return track.factors.size() == 1 && track.left_out.empty() && track.taken_over.empty() &&
         !track.factors[0].constant && track.factors[0].curves.target == CurveTarget::None;
}

// Place and size at these times, as one factor's keys.
TrackFactor places_and_sizes(const JointTrack& track, const std::vector<double>& time) {
  TrackFactor out;
  out.translation.time = out.scale.time = time;
  for (const double t : time) {
    const Transform x = decompose(sample(track, t));
    out.translation.value.push_back(x.t);
    out.scale.value.push_back(x.s);
  }
  return out;
}

void write_tracks(Clip& clip, const Skeleton& skeleton, const Leg& leg,
                  const std::vector<double>& time, const std::vector<std::array<quat, 3>>& turn) {
  for (std::size_t k = 0; k < leg.joint.size(); ++k) {
    const int joint = leg.joint[k];
    auto track = std::ranges::find(clip.tracks, joint, &JointTrack::joint);
    if (track == clip.tracks.end()) {
      JointTrack fresh;
      fresh.joint = joint;
      fresh.factors.resize(1);
      fresh.factors[0].fallback = decompose(skeleton.rest_local[idx(joint)]);
      clip.tracks.push_back(std::move(fresh));
      track = clip.tracks.end() - 1;
    }
    if (!has_one_factor(*track)) {
      JointTrack plain;
      plain.joint = joint;
      plain.factors.push_back(places_and_sizes(*track, time));
      *track = std::move(plain);
    }
    Keys<quat>& keys = track->factors[0].rotation;
    keys = {time, {}, Interpolation::Linear};
    for (const auto& q : turn) keys.value.push_back(q[k]);
  }
  std::ranges::sort(clip.tracks, {}, &JointTrack::joint);
}

}  // namespace

void hold_feet(const Clip& clip, const RigPose& source, const RigPose& target, const JointMap& map,
               Retargeted& made) {
  if (map.target_hips < 0 || !(clip.duration > 0.0) || clip.duration > kLongestClip) return;
  const std::vector<dvec3> reference = reference_places(source);
  double floor = 1e300;
  for (const dvec3& p : reference) floor = std::min(floor, p.y);
  const double height = reference[idx(map.source_hips)].y - floor;
  if (!(height > 0.0)) return;
  const auto frames = static_cast<std::size_t>(std::floor(clip.duration * kFrames)) + 1;
  std::vector<double> time;
  for (std::size_t k = 0; k < frames; ++k) time.push_back(double(k) / kFrames);
  if (time.back() < clip.duration) time.push_back(clip.duration);
  for (const Leg& leg : legs_of(target, map)) {
    std::vector<dvec3> from, to;
    std::vector<mat4> pose(source.reference.size()), local(target.reference.size());
    for (const double t : time) {
      sample_clip(clip, source.skeleton, t, pose);
      sample_clip(made.clip, target.skeleton, t, local);
      const dvec3 at = place_of(source.skeleton, pose, leg.source_foot);
      from.push_back(dvec3(dmat4(source.to_display) * glm::dvec4(at, 1.0)) / height);
      to.push_back(place_of(target.skeleton, local, leg.joint[2]));
    }
    const std::vector<Contact> contacts = contacts_of(from);
    if (contacts.empty()) continue;
    const std::vector<Hold> holds = holds_of(contacts, to);
    std::vector<std::array<quat, 3>> turn;
    std::vector<dvec3> held;
    for (std::size_t k = 0; k < time.size(); ++k) {
      sample_clip(made.clip, target.skeleton, time[k], local);
      if (holds[k].weight > 0.0) {
        reach(target.skeleton, leg, glm::mix(to[k], holds[k].at, holds[k].weight), local);
      }
      held.push_back(place_of(target.skeleton, local, leg.joint[2]));
      turn.push_back({decompose(local[idx(leg.joint[0])]).q, decompose(local[idx(leg.joint[1])]).q,
                      decompose(local[idx(leg.joint[2])]).q});
    }
    write_tracks(made.clip, target.skeleton, leg, time, turn);
    const double metres =
        std::cbrt(std::abs(glm::determinant(glm::dmat3(dmat4(target.to_display)))));
    RetargetSummary& out = made.summary;
    out.contacts += contacts.size();
    out.slip_before = std::max(out.slip_before, metres * slip_of(contacts, to));
    out.slip_after = std::max(out.slip_after, metres * slip_of(contacts, held));
  }
}

}  // namespace bindpose
