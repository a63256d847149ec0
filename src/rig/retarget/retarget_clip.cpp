#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "math/numbers.h"
#include "rig/retarget/feet.h"
#include "rig/retarget/resample.h"
#include "rig/retarget/retarget.h"
#include "rig/retarget/turns.h"
#include "rig/time/key_times.h"

namespace bindpose {

using retarget::turn_of;

namespace {

using glm::dmat3;
using glm::dvec3;

bool is_plain(const JointTrack& track) {
  return track.factors.size() == 1 && track.left_out.empty() && track.taken_over.empty() &&
         !track.factors[0].constant && track.factors[0].curves.target == CurveTarget::None;
}

}  // namespace

// Turns the keys of single tracks into keys, and samples what depends on more than one.
class ClipMaker {
 public:
  explicit ClipMaker(Retargeter& from)
      : r_(from),
        clip_(from.clip_),
        rate_(rate_of(key_times(clip_, {}))),
        local_(from.target_.size(), mat4(1.0f)) {}

  Clip make();
  std::size_t held_back() const;

 private:
  struct Joint {
    int target = -1;
    std::optional<Keys<quat>> rotation;     // nothing: sampled
    std::optional<Keys<vec3>> translation;  // nothing: sampled; no keys: the rest's own
    std::optional<Keys<vec3>> scale;
  };

  const JointTrack* track_of_source(int s) const { return r_.source_[idx(s)].track; }
  bool is_still(int s, int above) const;
  Keys<quat> constant_rotation(int t);
  std::optional<Keys<quat>> rotation_keys(int t);
  bool agrees(int t, const Keys<quat>& keys);
  std::optional<Keys<vec3>> hips_keys();
  template <typename Map>
  std::optional<Keys<vec3>> mapped(const Keys<vec3> TrackFactor::*keys, int t, Map map);
  void sample_rest(std::vector<Joint>& joints);

  Retargeter& r_;
  const Clip& clip_;
  double rate_;  // of the source's keys, 0: they tell none. What is sampled has keys between them
  std::vector<mat4> local_;
};

// Nothing between the joint and `above`, which must be above it, is moved by the clip.
bool ClipMaker::is_still(int s, int above) const {
  const Skeleton& skeleton = r_.source_rig_.skeleton;
  if (!is_above(skeleton, above, s)) return false;
  for (int j = skeleton.parent[idx(s)]; j != above; j = skeleton.parent[idx(j)]) {
    if (track_of_source(j) != nullptr) return false;
  }
  return true;
}

Keys<quat> ClipMaker::constant_rotation(int t) {
  r_.frame(0.0, local_);
  const Transform x = decompose(local_[idx(t)]);
  const quat& rest = r_.target_[idx(t)].rest.q;
  if (std::abs(glm::dot(x.q, rest)) > 1.0f - 1e-7f && glm::length(x.q - rest) < 1e-6f) return {};
  return {{0.0}, {x.q}, Interpolation::Linear};
}

// q' = A q B with constant A and B, where that is so.
std::optional<Keys<quat>> ClipMaker::rotation_keys(int t) {
  const int s = r_.target_[idx(t)].partner;
  const int above = r_.target_above(t);
  const int source_above = above < 0 ? -1 : r_.target_[idx(above)].partner;
  if (!is_still(s, source_above)) return std::nullopt;
  const JointTrack* track = track_of_source(s);
  if (track == nullptr) return constant_rotation(t);
  if (!is_plain(*track)) return std::nullopt;
  Keys<quat> keys = track->factors[0].rotation;
  if (keys.time.empty()) return constant_rotation(t);

  dmat3 own(1.0), source(1.0);
  for (int j = r_.target_rig_.skeleton.parent[idx(t)]; j != above;
       j = r_.target_rig_.skeleton.parent[idx(j)]) {
    own = r_.target_[idx(j)].rest_turn * own;
  }
  for (int j = r_.source_rig_.skeleton.parent[idx(s)]; j != source_above;
       j = r_.source_rig_.skeleton.parent[idx(j)]) {
    source = r_.source_[idx(j)].rest_turn * source;
  }
  own = (above < 0 ? turn_of(r_.target_rig_.to_display) : r_.target_[idx(above)].aligned) * own;
  source =
      (above < 0 ? turn_of(mat4(r_.source_display_)) : r_.source_[idx(source_above)].reference) *
      source;
  dmat3 left = glm::transpose(own) * source;
  dmat3 right = glm::transpose(r_.source_[idx(s)].reference) * r_.target_[idx(t)].aligned;
  if (track->factors[0].fallback.s.x < 0.0f) {
    for (int c = 0; c < 3; ++c) right[c].x = -right[c].x;
  }
  if (r_.target_[idx(t)].rest.s.x < 0.0f) right[0] = -right[0];
  if (glm::determinant(left) < 0.0 || glm::determinant(right) < 0.0) return std::nullopt;
  // Of unit length but for the rounding of doubles, as products of rotations are.
  const glm::dquat a = glm::quat_cast(left), b = glm::quat_cast(right);
  for (quat& q : keys.value) q = quat(a * glm::dquat(q) * b);
  if (!agrees(t, keys)) return std::nullopt;
  return keys;
}

bool ClipMaker::agrees(int t, const Keys<quat>& keys) {
  JointTrack track;
  track.factors.resize(1);
  track.factors[0].rotation = keys;
  for (const double part : {0.0, 0.31, 0.77}) {
    const double time = part * clip_.duration;
    r_.frame(time, local_);
    const quat exact = decompose(local_[idx(t)]).q;
    const quat own = sample(track.factors[0], time).q;
    if (!(std::abs(glm::dot(exact, own)) > 1.0f - 1e-6f)) return false;
  }
  return true;
}

// t' = X t + x for every key; tangents without the x. Nothing where the source has no plain keys.
template <typename Map>
std::optional<Keys<vec3>> ClipMaker::mapped(const Keys<vec3> TrackFactor::*member, int t, Map map) {
  const int s = r_.target_[idx(t)].partner;
  const JointTrack* track = track_of_source(s);
  if (track == nullptr || !is_plain(*track)) return std::nullopt;
  const TrackFactor& factor = track->factors[0];
  Keys<vec3> keys = factor.*member;
  if (keys.time.empty()) {
    const vec3 still = member == &TrackFactor::scale ? factor.fallback.s : factor.fallback.t;
    keys = {{0.0}, {still}, Interpolation::Linear};
  }
  const bool cubic = keys.interpolation == Interpolation::Cubic;
  for (std::size_t k = 0; k < keys.value.size(); ++k) {
    keys.value[k] = map(keys.value[k], !cubic || k % 3 == 1);
  }
  return keys;
}

std::optional<Keys<vec3>> ClipMaker::hips_keys() {
  const int s = r_.map_.source_hips, t = r_.map_.target_hips;
  if (!is_still(s, -1)) return std::nullopt;
  for (int j = r_.target_rig_.skeleton.parent[idx(t)]; j >= 0;
       j = r_.target_rig_.skeleton.parent[idx(j)]) {
    const int partner = r_.target_[idx(j)].partner;
    if (partner >= 0 && track_of_source(partner) != nullptr) return std::nullopt;
  }
  glm::dmat4 source(1.0), own(1.0);
  r_.frame(0.0, local_);
  for (int j = r_.source_rig_.skeleton.parent[idx(s)]; j >= 0;
       j = r_.source_rig_.skeleton.parent[idx(j)]) {
    source = glm::dmat4(r_.source_[idx(j)].rest) * source;
  }
  for (int j = r_.target_rig_.skeleton.parent[idx(t)]; j >= 0;
       j = r_.target_rig_.skeleton.parent[idx(j)]) {
    own = glm::dmat4(local_[idx(j)]) * own;
  }
  if (!(std::abs(glm::determinant(dmat3(own))) > 0.0)) return std::nullopt;
  const glm::dmat4 map = glm::inverse(own) * r_.hips_to_target_ * r_.source_display_ * source;
  const auto moved = [&](const vec3& v, bool point) {
    return vec3(map * glm::dvec4(dvec3(v), point ? 1.0 : 0.0));
  };
  if (track_of_source(s) == nullptr) {
    return Keys<vec3>{{0.0}, {vec3(local_[idx(t)][3])}, Interpolation::Linear};
  }
  return mapped(&TrackFactor::translation, t, moved);
}

void ClipMaker::sample_rest(std::vector<Joint>& joints) {
  std::vector<Joint*> open;
  for (Joint& j : joints) {
    if (!j.rotation || !j.translation || !j.scale) open.push_back(&j);
  }
  if (open.empty()) return;
  std::vector<double> times;
  for (const Retargeter::Source& s : r_.source_) {
    if (s.used && s.track != nullptr) add_key_times(*s.track, times);
  }
  const auto motion = [&](double time, std::span<Transform> out) {
    r_.frame(time, local_);
    for (std::size_t k = 0; k < open.size(); ++k) out[k] = decompose(local_[idx(open[k]->target)]);
  };
  // On whole frames of the clip, where it has some.
  const double a_second = rate_ > 0.0 ? rate_ * std::ceil(24.0 / rate_) : 60.0;
  std::vector<ResampledKeys> keys = resample(
      motion, open.size(), knots_of(std::move(times), clip_.duration, a_second, open.size()));
  for (std::size_t k = 0; k < open.size(); ++k) {
    if (!open[k]->rotation) open[k]->rotation = std::move(keys[k].rotation);
    if (!open[k]->translation) open[k]->translation = std::move(keys[k].translation);
    if (!open[k]->scale) open[k]->scale = std::move(keys[k].scale);
  }
}

Clip ClipMaker::make() {
  Clip out;
  out.name = clip_.name;
  out.duration = clip_.duration;
  out.rate = clip_.rate > 0.0 ? clip_.rate : rate_;
  std::vector<Joint> joints;
  for (const JointPair& p : r_.map_.pair) {
    const Retargeter::Target& own = r_.target_[idx(p.target)];
    if (own.as_it_is && !is_plain(*track_of_source(p.source))) {
      out.tracks.push_back(*track_of_source(p.source));
      out.tracks.back().joint = p.target;
      continue;
    }
    Joint joint{p.target, rotation_keys(p.target), Keys<vec3>{}, Keys<vec3>{}};
    if (own.carries_place) {
      joint.translation =
          mapped(&TrackFactor::translation, p.target, [&](const vec3& v, bool point) {
            return vec3(point ? own.own_place + own.place * (dvec3(v) - own.source_place)
                              : own.place * dvec3(v));
          });
      if (own.carries_size) {
        joint.scale = mapped(&TrackFactor::scale, p.target,
                             [&](const vec3& v, bool) { return own.size * v; });
      }
    }
    if (p.target == r_.map_.target_hips && !own.carries_place) joint.translation = hips_keys();
    joints.push_back(std::move(joint));
  }
  sample_rest(joints);
  for (Joint& joint : joints) {
    const bool moves = !joint.rotation->time.empty() || !joint.translation->time.empty() ||
                       !joint.scale->time.empty();
    if (!moves) continue;
    JointTrack track;
    track.joint = joint.target;
    track.factors.resize(1);
    TrackFactor& f = track.factors[0];
    f.fallback = r_.target_[idx(joint.target)].rest;
    f.rotation = std::move(*joint.rotation);
    f.translation = std::move(*joint.translation);
    f.scale = std::move(*joint.scale);
    out.tracks.push_back(std::move(track));
  }
  std::ranges::sort(out.tracks, {}, &JointTrack::joint);
  return out;
}

// By a few samples of each track.
std::size_t ClipMaker::held_back() const {
  std::size_t count = 0;
  for (const JointPair& p : r_.map_.pair) {
    const JointTrack* track = track_of_source(p.source);
    const Retargeter::Target& own = r_.target_[idx(p.target)];
    if (track == nullptr || p.target == r_.map_.target_hips) continue;
    if (own.carries_place && own.carries_size) continue;
    const Transform first = decompose(sample(*track, 0.0));
    bool moves = false;
    constexpr int kSamples = 32;
    for (int k = 1; k <= kSamples && !moves; ++k) {
      const Transform x = decompose(sample(*track, clip_.duration * k / kSamples));
      const float size = std::max(glm::length(first.t), glm::length(x.t));
      moves = (!own.carries_place && glm::distance(first.t, x.t) > 1e-3f * size) ||
              (!own.carries_size && glm::distance(first.s, x.s) > 1e-3f * glm::length(first.s));
    }
    if (moves) ++count;
  }
  return count;
}

Retargeted retarget_clip(const Clip& clip, const RigPose& source, const RigPose& target,
                         const JointMap& map, bool feet) {
  Retargeter retargeter(clip, source, target, map);
  ClipMaker maker(retargeter);
  Retargeted out;
  out.clip = maker.make();
  out.summary.fit = retargeter.fit();
  out.summary.held_back = maker.held_back();
  const std::vector<int> from = partners_of_sources(map, source.skeleton);
  const std::vector<int> to = partners_of_targets(map, target.skeleton);
  std::set<int> moved;
  for (const JointTrack& track : clip.tracks) {
    if (track.joint >= 0 && track.joint < source.skeleton.size()) moved.insert(track.joint);
  }
  for (const int s : moved) {
    if (from[idx(s)] < 0) out.summary.source_without.push_back(s);
  }
  for (std::size_t t = 0; t < to.size(); ++t) {
    const bool counts = target.skeleton.file_flags.is_joint[t] != 0;
    if (counts && to[t] < 0) out.summary.target_without.push_back(static_cast<int>(t));
  }
  if (feet) hold_feet(clip, source, target, map, out);
  return out;
}

}  // namespace bindpose
