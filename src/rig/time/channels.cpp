#include "rig/time/channels.h"

#include <algorithm>

namespace bindpose {
namespace {

const TrackFactor& factor_of(const JointTrack& track, const Channel& channel) {
  return track.factors[static_cast<std::size_t>(channel.factor)];
}

template <typename T>
void add_keyed(ChannelKind kind, int components, int factor, const Keys<T>& keys,
               std::vector<Channel>& out) {
  if (keys.time.empty()) return;
  for (int c = 0; c < components; ++c) out.push_back({kind, c, factor, keys.time});
}

void add_curves(const ComponentCurves& curves, int factor, std::vector<Channel>& out) {
  const ChannelKind kind = curves.target == CurveTarget::Translation ? ChannelKind::Translation
                           : curves.target == CurveTarget::Rotation  ? ChannelKind::Angle
                                                                     : ChannelKind::Scale;
  for (int c = 0; c < 3; ++c) {
    std::vector<double> times;
    for (const CurveKey& key : curves.axis[static_cast<std::size_t>(c)].key) {
      times.push_back(key.time);
    }
    if (!times.empty()) out.push_back({kind, c, factor, std::move(times)});
  }
}

// Where the line has its points, ascending.
std::vector<double> moments(const Channel& channel, double from, double to, int columns) {
  constexpr double kJustBefore = 1e-7;
  std::vector<double> out;
  for (int k = 0; k <= columns; ++k) out.push_back(from + (to - from) * k / columns);
  const auto first = std::ranges::lower_bound(channel.key, from);
  const auto last = std::ranges::upper_bound(channel.key, to);
  // As close as columns the columns tell enough.
  if (last - first < columns) {
    for (auto key = first; key != last; ++key) {
      out.push_back(*key);
      if (*key - kJustBefore > from) out.push_back(*key - kJustBefore);
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Follows a rotation without a jump to its negative.
class Follower {
 public:
  explicit Follower(const TrackFactor& factor) : factor_(factor) {}
  float sign(double time) {
    quat q = sample(factor_, time).q;
    if (known_ && glm::dot(q, last_) < 0.0f) sign_ = -1.0f;
    if (known_ && glm::dot(q, last_) > 0.0f) sign_ = 1.0f;
    last_ = q * sign_;
    known_ = true;
    return sign_;
  }

 private:
  const TrackFactor& factor_;
  quat last_{1.0f, 0.0f, 0.0f, 0.0f};
  float sign_ = 1.0f;
  bool known_ = false;
};

}  // namespace

std::vector<Channel> channels_of(const JointTrack& track) {
  std::vector<Channel> out;
  for (std::size_t k = 0; k < track.factors.size(); ++k) {
    const TrackFactor& f = track.factors[k];
    const int factor = static_cast<int>(k);
    if (f.constant) continue;
    if (f.curves.target != CurveTarget::None) {
      add_curves(f.curves, factor, out);
      continue;
    }
    add_keyed(ChannelKind::Translation, 3, factor, f.translation, out);
    add_keyed(ChannelKind::Rotation, 4, factor, f.rotation, out);
    add_keyed(ChannelKind::Scale, 3, factor, f.scale, out);
  }
  return out;
}

float sample(const JointTrack& track, const Channel& channel, double time) {
  const TrackFactor& f = factor_of(track, channel);
  if (f.curves.target != CurveTarget::None) return sample(f.curves, time)[channel.component];
  const Transform x = sample(f, time);
  if (channel.kind == ChannelKind::Translation) return x.t[channel.component];
  if (channel.kind == ChannelKind::Scale) return x.s[channel.component];
  const float parts[] = {x.q.w, x.q.x, x.q.y, x.q.z};
  return parts[channel.component];
}

ChannelLine line_of(const JointTrack& track, const Channel& channel, double from, double to,
                    int columns) {
  ChannelLine out;
  Follower follower(factor_of(track, channel));
  std::size_t key = 0;
  out.key_value.resize(channel.key.size());
  for (const double time : moments(channel, from, to, columns)) {
    const float sign = channel.kind == ChannelKind::Rotation ? follower.sign(time) : 1.0f;
    for (; key < channel.key.size() && channel.key[key] <= time; ++key) {
      out.key_value[key] = sign * sample(track, channel, channel.key[key]);
    }
    out.time.push_back(time);
    out.value.push_back(sign * sample(track, channel, time));
  }
  for (; key < channel.key.size(); ++key) {
    out.key_value[key] = sample(track, channel, channel.key[key]);
  }
  return out;
}

}  // namespace bindpose
