#include "scene/clips/make_clips.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/retarget/resample.h"
#include "rig/time/key_times.h"

namespace bindpose {
namespace {

constexpr double kLongestTaken = 3600.0;  // seconds
constexpr double kMorphsASecond = 120.0;  // where keys cannot hold them

bool is_plain(const JointTrack& track) {
  return track.factors.size() == 1 && track.left_out.empty() && track.taken_over.empty() &&
         !track.factors[0].constant && track.factors[0].curves.target == CurveTarget::None;
}

bool is_sound(float x) {
  return std::isfinite(x);
}
bool is_sound(const vec3& x) {
  return is_finite(x);
}
bool is_sound(const quat& x) {
  return is_finite(x);
}

template <typename T>
bool is_sound(const Keys<T>& keys) {
  const std::size_t per_key = keys.interpolation == Interpolation::Cubic ? 3 : 1;
  if (keys.value.size() != per_key * keys.time.size()) return false;
  for (std::size_t k = 0; k < keys.time.size(); ++k) {
    if (!std::isfinite(keys.time[k])) return false;
    if (k > 0 && !(keys.time[k] > keys.time[k - 1])) return false;
  }
  return std::ranges::all_of(keys.value, [](const T& v) { return is_sound(v); });
}

// How long, and how many tracks are followed together.
struct Followed {
  double duration = 0.0;
  std::size_t count = 1;
};

// One factor of keys that follows `motion`, which may have corners at these times.
template <typename Motion>
TrackFactor followed(std::vector<double> times, const Followed& all, const Motion& motion) {
  const MotionAt at = [&](double t, std::span<Transform> out) { out[0] = motion(t); };
  ResampledKeys keys =
      std::move(resample(at, 1, knots_of(std::move(times), all.duration, 60.0, all.count)).front());
  TrackFactor out;
  out.fallback = motion(0.0);
  out.translation = std::move(keys.translation);
  out.rotation = std::move(keys.rotation);
  out.scale = std::move(keys.scale);
  return out;
}

// Of keys at one time the last one stays, which plays from there on; the first one, which the
// motion before leads to, comes just before it.
template <typename T>
void merge_equal_times(Keys<T>& keys) {
  const std::size_t per_key = keys.interpolation == Interpolation::Cubic ? 3 : 1;
  if (keys.value.size() != per_key * keys.time.size()) return;
  std::size_t kept = 0;
  const auto keep = [&](std::size_t k, double time) {
    keys.time[kept] = time;
    for (std::size_t i = 0; i < per_key; ++i) {
      keys.value[kept * per_key + i] = keys.value[k * per_key + i];
    }
    ++kept;
  };
  const std::size_t count = keys.time.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t first = k;
    const double time = keys.time[k];
    while (k + 1 < count && keys.time[k + 1] == time) ++k;
    const double before = just_before(time);
    if (k > first && before > (kept > 0 ? keys.time[kept - 1] : 0.0)) keep(first, before);
    keep(k, time);
  }
  keys.time.resize(kept);
  keys.value.resize(kept * per_key);
}

template <typename Motion>
TrackFactor followed(const JointTrack& track, const Followed& all, const Motion& motion) {
  std::vector<double> times;
  add_key_times(track, times);
  return followed(std::move(times), all, motion);
}

JointTrack with_ascending_times(JointTrack track) {
  for (TrackFactor& f : track.factors) {
    merge_equal_times(f.translation);
    merge_equal_times(f.rotation);
    merge_equal_times(f.scale);
  }
  return track;
}

JointTrack plain_track(const JointTrack& track, const Followed& all) {
  if (is_plain(track)) return with_ascending_times(track);
  JointTrack out;
  out.joint = track.joint;
  out.factors.push_back(
      followed(track, all, [&](double t) { return decompose(sample(track, t)); }));
  return out;
}

MorphTrack plain_morph(const MorphTrack& track, const Followed& all) {
  if (track.curve.key.empty()) {
    MorphTrack own = track;
    merge_equal_times(own.weight);
    return own;
  }
  std::vector<double> times;
  for (const CurveKey& key : track.curve.key) times.push_back(key.time);
  MorphTrack out{track.channel, {}};
  out.weight.time = knots_of(std::move(times), all.duration, kMorphsASecond, all.count);
  for (const double t : out.weight.time) out.weight.value.push_back(sample(track.curve, t, 0.0f));
  return out;
}

const JointTrack* track_of_joint(const Clip& clip, int joint) {
  const auto found = std::ranges::find_if(
      clip.tracks, [&](const JointTrack& t) { return t.joint == joint && !t.factors.empty(); });
  return found == clip.tracks.end() ? nullptr : &*found;
}

bool is_uniform(const vec3& s) {
  return s.x > 0.0f && std::abs(s.x - s.y) <= 1e-6f * s.x && std::abs(s.x - s.z) <= 1e-6f * s.x;
}

// Only turns: then keys of turns are turned, and slerp and splines stay what they are.
bool only_turns(const JointTrack& track, const Transform& user, const mat4& exact) {
  const TrackFactor& f = track.factors[0];
  return is_plain(track) && max_difference(exact, to_matrix({{}, user.q, vec3(1.0f)})) < 1e-6f &&
         !f.rotation.time.empty() && is_uniform(f.fallback.s) &&
         std::ranges::all_of(f.scale.value, [](const vec3& s) { return is_uniform(s); }) &&
         f.scale.interpolation != Interpolation::Cubic;
}

// At 8 moments between the ends: has the motion shear?
template <typename Motion>
bool has_shear(double duration, const Motion& motion) {
  bool sheared = false;
  for (int k = 0; k <= 8 && !sheared; ++k) {
    sheared = recompose_error(motion(duration * k / 8)) > 1e-4f;
  }
  return sheared;
}

JointTrack baked_track(const Clip& clip, const Followed& all, int joint, const mat4& rest,
                       const mat4& user, bool& sheared) {
  const JointTrack* const own = track_of_joint(clip, joint);
  const Transform turn = decompose(user);
  JointTrack source;
  source.factors.push_back(constant_factor(rest));
  if (own != nullptr) source = *own;
  source.joint = joint;
  if (only_turns(source, turn, user)) {
    for (quat& q : source.factors[0].rotation.value) q = q * turn.q;
    return with_ascending_times(std::move(source));
  }
  const auto motion = [&](double t) { return mul_affine(sample(source, t), user); };
  sheared = has_shear(clip.duration, motion);
  JointTrack out;
  out.joint = joint;
  out.factors.push_back(followed(source, all, [&](double t) { return decompose(motion(t)); }));
  return out;
}

// Of the other clip at the moments of the first that they belong to, where there are such.
void add_other_times(const FadedClip& m, std::vector<double>& times) {
  const double other = m.into->duration;
  const bool same = m.by == FadeBy::Time;
  if (!same && !(other > 0.0)) times.clear();
  for (double& t : times) t = same ? t : t / other * m.clip->duration;
}

// What both clips and Ul_j make of a joint, followed.
JointTrack faded_track(const FadedClip& m, const Followed& all, int joint, const mat4& rest,
                       const mat4& user, bool& sheared) {
  const JointTrack *const own = track_of_joint(*m.clip, joint), *const other =
                                                                    track_of_joint(*m.into, joint);
  const auto motion = [&](double t) {
    const mat4 a = own != nullptr ? sample(*own, t) : rest;
    const mat4 b = other != nullptr ? sample(*other, time_in_other(m, t)) : rest;
    return mul_affine(faded(a, b, m.factor), user);
  };
  sheared = has_shear(m.clip->duration, motion);
  std::vector<double> times, others;
  if (own != nullptr) add_key_times(*own, times);
  if (other != nullptr) add_key_times(*other, others);
  add_other_times(m, others);
  times.insert(times.end(), others.begin(), others.end());
  JointTrack out;
  out.joint = joint;
  out.factors.push_back(
      followed(std::move(times), all, [&](double t) { return decompose(motion(t)); }));
  return out;
}

// The morphs that either clip moves; as lines, 120 a second.
std::vector<MorphTrack> faded_morphs(const FadedClip& m, const Model& model, const Followed& all) {
  std::vector<float> weight(model.morph_channels.size());
  std::vector<double> times, others;
  const auto add_times = [](const MorphTrack& track, std::vector<double>& to) {
    to.insert(to.end(), track.weight.time.begin(), track.weight.time.end());
    for (const CurveKey& key : track.curve.key) to.push_back(key.time);
  };
  std::set<int> channels;
  for (const MorphTrack& t : m.clip->morphs) channels.insert(t.channel), add_times(t, times);
  for (const MorphTrack& t : m.into->morphs) channels.insert(t.channel), add_times(t, others);
  std::erase_if(channels, [&](int c) { return c < 0 || idx(c) >= weight.size(); });
  add_other_times(m, others);
  times.insert(times.end(), others.begin(), others.end());
  const std::vector<double> knots =
      knots_of(std::move(times), all.duration, kMorphsASecond, all.count);
  std::vector<MorphTrack> out;
  for (const int c : channels) out.push_back({c, {knots, {}, Interpolation::Linear}});
  for (const double t : channels.empty() ? std::vector<double>() : knots) {
    for (std::size_t c = 0; c < weight.size(); ++c) {
      weight[c] = model.morph_channels[c].default_weight;
    }
    sample_morphs(m, t, weight);
    for (MorphTrack& track : out) track.weight.value.push_back(weight[idx(track.channel)]);
  }
  return out;
}

// The two clips as one, without Ul_j and m_k but for `users`, the Ul_j of all joints.
Clip faded_clip(const FadedClip& m, const Model& model, std::span<const mat4> users,
                std::size_t& sheared) {
  Clip out{m.clip->name, m.clip->duration, {}, {}, m.clip->rate};
  const Followed all{out.duration, users.size() + model.morph_channels.size()};
  for (std::size_t j = 0; j < users.size(); ++j) {
    const int joint = static_cast<int>(j);
    const bool moves = track_of_joint(*m.clip, joint) || track_of_joint(*m.into, joint);
    if (!moves && users[j] == mat4(1.0f)) continue;
    bool lost = false;
    out.tracks.push_back(faded_track(m, all, joint, model.skeleton.rest_local[j], users[j], lost));
    sheared += lost ? 1 : 0;
  }
  out.morphs = faded_morphs(m, model, all);
  return out;
}

}  // namespace

bool is_playable(const Clip& clip, const Model& model) {
  if (!std::isfinite(clip.duration) || clip.duration < 0.0) return false;
  for (const JointTrack& track : clip.tracks) {
    if (track.joint < 0 || track.joint >= model.skeleton.size() || !is_plain(track)) return false;
    const TrackFactor& f = track.factors[0];
    const Transform& x = f.fallback;
    if (!is_sound(f.translation) || !is_sound(f.rotation) || !is_sound(f.scale)) return false;
    if (!is_finite(x.t) || !is_finite(x.q) || !is_finite(x.s)) return false;
  }
  return std::ranges::all_of(clip.morphs, [&](const MorphTrack& m) {
    return m.channel >= 0 && idx(m.channel) < model.morph_channels.size() && is_sound(m.weight) &&
           m.curve.key.empty();
  });
}

Clip plain_clip(const Clip& clip) {
  Clip out{clip.name, clip.duration, {}, {}, clip.rate};
  const Followed all{clip.duration, clip.tracks.size() + clip.morphs.size()};
  for (const JointTrack& track : clip.tracks) {
    if (!track.factors.empty()) out.tracks.push_back(plain_track(track, all));
  }
  for (const MorphTrack& m : clip.morphs) out.morphs.push_back(plain_morph(m, all));
  return out;
}

std::string free_clip_name(const Scene& scene, const std::string& name) {
  const auto taken = [&](const std::string& wanted) {
    for (int c = 0; c < clip_count(scene); ++c) {
      if (clip_at(scene, c)->name == wanted) return true;
    }
    return false;
  };
  const std::string first = name.empty() ? "clip" : name;
  std::string free = first;
  for (int n = 2; taken(free); ++n) free = first + " " + std::to_string(n);
  return free;
}

AddedClip baked_clip(const Scene& scene, const std::string& name, std::size_t* sheared) {
  const Model& model = *scene.model;
  const FadedClip shown = shown_clip(scene);
  const Clip& from = *shown.clip;
  const bool fades = shown.into != nullptr && shown.factor > 0.0f;
  std::size_t lost_shear = 0;
  AddedClip out{fades ? faded_clip(shown, model, scene.pose.user_local, lost_shear)
                      : plain_clip(from)};
  Clip& clip = out.clip;
  clip.name = free_clip_name(scene, name.empty() ? from.name + " baked" : name);
  // What follows the edits has keys between the frames.
  if (!(clip.rate > 0.0)) clip.rate = rate_of(key_times(from, {}));
  const Followed all{from.duration, scene.pose.user_local.size()};
  for (std::size_t j = 0; j < scene.pose.user_local.size(); ++j) {
    const mat4& user = scene.pose.user_local[j];
    if (fades || user == mat4(1.0f)) continue;
    const int joint = static_cast<int>(j);
    bool lost = false;
    JointTrack track = baked_track(from, all, joint, model.skeleton.rest_local[j], user, lost);
    lost_shear += lost ? 1 : 0;
    std::erase_if(clip.tracks, [&](const JointTrack& t) { return t.joint == joint; });
    clip.tracks.push_back(std::move(track));
  }
  if (sheared != nullptr) *sheared += lost_shear;
  std::ranges::stable_sort(clip.tracks, {}, &JointTrack::joint);
  for (std::size_t c = 0; c < scene.pose.user_morph.size(); ++c) {
    if (!scene.pose.user_morph[c]) continue;
    const int channel = static_cast<int>(c);
    std::erase_if(clip.morphs, [&](const MorphTrack& m) { return m.channel == channel; });
    clip.morphs.push_back({channel, {{0.0}, {*scene.pose.user_morph[c]}, Interpolation::Linear}});
  }
  return out;
}

RigPose rig_pose(const Model& model) {
  return {model.skeleton, model.bind_local, model.to_display};
}

TakenClip take_clip(const Model& source, int clip, const Scene& scene, const JointMap& map,
                    bool feet) {
  const Clip& from = source.clips[idx(clip)];
  const Model& model = *scene.model;
  if (from.duration > kLongestTaken) {
    throw std::runtime_error("The clip \"" + from.name + "\" of " + source.name +
                             " is longer than an hour; take a shorter part of it.");
  }
  Retargeted made = retarget_clip(from, rig_pose(source), rig_pose(model), map, feet);
  auto out = std::make_shared<AddedClip>(AddedClip{plain_clip(made.clip)});
  out->clip.name = free_clip_name(scene, from.name);
  for (const MorphTrack& track : from.morphs) {
    if (!made.summary.fit.same_rig) break;
    const std::string& name = source.morph_channels[idx(track.channel)].name;
    const auto there = std::ranges::find(model.morph_channels, name, &MorphChannel::name);
    if (there == model.morph_channels.end()) continue;
    MorphTrack own = plain_morph(track, {from.duration, from.morphs.size()});
    own.channel = static_cast<int>(there - model.morph_channels.begin());
    out->clip.morphs.push_back(std::move(own));
  }
  return {std::move(out), std::move(made.summary)};
}

}  // namespace bindpose
