#include "io/export/rig/rig_clips.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "io/text/json_text.h"
#include "math/transform.h"
#include "scene/clips/make_clips.h"

namespace bindpose {
namespace {

using OrderedJson = GlbBuilder::Json;

constexpr double kSamplesASecond = 60.0;

const char* name_of_interpolation(Interpolation i) {
  if (i == Interpolation::Step) return "STEP";
  return i == Interpolation::Cubic ? "CUBICSPLINE" : "LINEAR";
}

void append(std::vector<float>& out, const vec3& v) {
  out.insert(out.end(), {v.x, v.y, v.z});
}
void append(std::vector<float>& out, const quat& q) {
  out.insert(out.end(), {q.x, q.y, q.z, q.w});
}

// Times ascend strictly in glTF, as floats; of keys that fall together the last counts.
struct Channel {
  std::vector<float> time;
  std::vector<float> value;
};

template <typename T>
Channel channel_of(const Keys<T>& keys) {
  Channel out;
  const std::size_t parts = keys.interpolation == Interpolation::Cubic ? 3 : 1;
  for (std::size_t k = 0; k < keys.time.size(); ++k) {
    const float t = static_cast<float>(std::max(0.0, keys.time[k]));
    if (!out.time.empty() && t <= out.time.back()) {
      out.value.resize(out.value.size() / out.time.size() * (out.time.size() - 1));
      out.time.pop_back();
    }
    out.time.push_back(t);
    for (std::size_t part = 0; part < parts; ++part)
      append(out.value, keys.value[parts * k + part]);
  }
  return out;
}

struct ChannelWriter {
  const Model& model;
  std::vector<ClipChannel> channels{};

  void add(int node, const char* path, const Channel& c, const char* type, std::size_t width,
           Interpolation interpolation) {
    if (c.time.empty()) return;
    channels.push_back(
        {node, path, type, width, name_of_interpolation(interpolation), c.time, c.value});
  }

  template <typename T>
  void add_keys(int node, const char* path, const char* type, std::size_t width, Keys<T> keys,
                const T& fallback) {
    if (keys.time.empty()) keys = {{0.0}, {fallback}, Interpolation::Step};
    add(node, path, channel_of(keys), type, width, keys.interpolation);
  }
};

std::vector<double> sample_times(double duration) {
  const auto steps = static_cast<std::size_t>(std::ceil(duration * kSamplesASecond));
  std::vector<double> time;
  for (std::size_t k = 0; k < steps; ++k) time.push_back(static_cast<double>(k) / kSamplesASecond);
  time.push_back(duration);
  return time;
}

bool has_plain_keys(const JointTrack& track) {
  return track.factors.size() == 1 && track.left_out.empty() && track.taken_over.empty() &&
         !track.factors[0].constant && track.factors[0].curves.target == CurveTarget::None;
}

void add_track(ChannelWriter& writer, int node, const JointTrack& track) {
  const TrackFactor& f = track.factors[0];
  writer.add_keys(node, "translation", "VEC3", 3, f.translation, f.fallback.t);
  writer.add_keys(node, "rotation", "VEC4", 4, f.rotation, f.fallback.q);
  writer.add_keys(node, "scale", "VEC3", 3, f.scale, f.fallback.s);
}

// A mesh's weights in a clip as straight keys: so many a second, those of the curves themselves,
// and between two more where a curve leaves the line.
struct MorphSamples {
  const Model& model;
  const MorphedNode& morphed;
  const Clip& clip;
  Channel out{};

  std::vector<float> at(double time) const {
    std::vector<float> all;
    for (const MorphChannel& m : model.morph_channels) all.push_back(m.default_weight);
    sample_morphs(clip, time, all);
    std::vector<float> own;
    for (const int channel : morphed.channel) own.push_back(all[static_cast<std::size_t>(channel)]);
    return own;
  }
  std::vector<double> times() const {
    std::vector<double> time = sample_times(clip.duration);
    for (const MorphTrack& track : clip.morphs) {
      for (const CurveKey& key : track.curve.key) time.push_back(key.time);
      time.insert(time.end(), track.weight.time.begin(), track.weight.time.end());
    }
    for (double& t : time) t = std::clamp(t, 0.0, clip.duration);
    std::ranges::sort(time);
    return time;
  }
  void add(double time, const std::vector<float>& weight) {
    const auto t = static_cast<float>(time);
    if (!out.time.empty() && !(t > out.time.back())) return;
    out.time.push_back(t);
    out.value.insert(out.value.end(), weight.begin(), weight.end());
  }
  void add_between(double from, const std::vector<float>& a, double to, const std::vector<float>& b,
                   int halvings) {
    constexpr float kOffTheLine = 2e-5f;
    const double middle = 0.5 * (from + to);
    const std::vector<float> there = at(middle);
    float off = 0.0f;
    for (std::size_t k = 0; k < there.size(); ++k)
      off = std::max(off, std::abs(there[k] - 0.5f * (a[k] + b[k])));
    if (halvings == 0 || !(off > kOffTheLine)) return add(to, b);
    add_between(from, a, middle, there, halvings - 1);
    add_between(middle, there, to, b, halvings - 1);
  }
  Channel keys() {
    constexpr int kHalvings = 6;  // a jump takes a quarter of a millisecond
    const std::vector<double> time = times();
    std::vector<float> before = at(time.front());
    add(time.front(), before);
    for (std::size_t k = 1; k < time.size(); ++k) {
      if (!(time[k] > time[k - 1])) continue;
      const std::vector<float> here = at(time[k]);
      add_between(time[k - 1], before, time[k], here, kHalvings);
      before = here;
    }
    return std::move(out);
  }
};

// glTF animates all weights of a mesh at once.
void add_morphs(ChannelWriter& writer, const MorphedNode& morphed, const Clip& clip) {
  const auto moves = [&](int channel) {
    return std::any_of(clip.morphs.begin(), clip.morphs.end(),
                       [&](const MorphTrack& t) { return t.channel == channel; });
  };
  if (std::none_of(morphed.channel.begin(), morphed.channel.end(), moves)) return;
  const Channel c = MorphSamples{writer.model, morphed, clip}.keys();
  writer.add(morphed.node, "weights", c, "SCALAR", 1, Interpolation::Linear);
}

// A clip of glTF is as long as its last key: where nothing moves until its end, the last value of a
// channel stays until then.
void keep_duration(double duration, std::vector<ClipChannel>& channels) {
  float last = 0.0f;
  for (const ClipChannel& c : channels) last = std::max(last, c.time.back());
  const auto end = static_cast<float>(duration);
  if (channels.empty() || !(end > last)) return;
  ClipChannel& c = channels.front();
  const bool cubic = std::string_view(c.interpolation) == "CUBICSPLINE";
  const std::size_t width = c.value.size() / c.time.size() / (cubic ? 3 : 1);
  const std::size_t at = c.value.size() - (cubic ? 2 * width : width);
  const std::vector<float> value(c.value.begin() + static_cast<std::ptrdiff_t>(at),
                                 c.value.begin() + static_cast<std::ptrdiff_t>(at + width));
  const std::vector<float> still(cubic ? width : 0, 0.0f);
  if (cubic) std::fill(c.value.end() - static_cast<std::ptrdiff_t>(width), c.value.end(), 0.0f);
  for (const auto* part : {&still, &value, &still}) {
    c.value.insert(c.value.end(), part->begin(), part->end());
  }
  c.time.push_back(end);
}

}  // namespace

std::vector<ClipChannel> clip_channels(const Clip& clip, const Model& model,
                                       const std::vector<int>& joint_node,
                                       const std::vector<MorphedNode>& morphed) {
  ChannelWriter writer{model};
  const auto add = [&](const JointTrack& track) {
    add_track(writer, joint_node[static_cast<std::size_t>(track.joint)], track);
  };
  // Products and curves of angles, which glTF lacks, become cubic keys that follow them.
  Clip others{clip.name, clip.duration, {}, {}, clip.rate};
  for (const JointTrack& track : clip.tracks) {
    if (has_plain_keys(track)) {
      add(track);
    } else {
      others.tracks.push_back(track);
    }
  }
  if (!others.tracks.empty()) std::ranges::for_each(plain_clip(others).tracks, add);
  for (const MorphedNode& node : morphed) add_morphs(writer, node, clip);
  keep_duration(clip.duration, writer.channels);
  return std::move(writer.channels);
}

void add_clips(GlbBuilder& out, const Scene& scene, const std::vector<int>& joint_node,
               const std::vector<MorphedNode>& morphed) {
  for (int c = 0; c < clip_count(scene); ++c) {
    const Clip& clip = *clip_at(scene, c);
    OrderedJson samplers = OrderedJson::array(), channels = OrderedJson::array();
    for (const ClipChannel& channel : clip_channels(clip, out.model, joint_node, morphed)) {
      const std::size_t input = out.add_owned(channel.time, 1, "SCALAR", GlbType::Float);
      out.root["accessors"][input]["min"] = {shortest_double(channel.time.front())};
      out.root["accessors"][input]["max"] = {shortest_double(channel.time.back())};
      const std::size_t output =
          out.add_owned(channel.value, channel.width, channel.type, GlbType::Float);
      channels.push_back({{"sampler", samplers.size()},
                          {"target", {{"node", channel.node}, {"path", channel.path}}}});
      samplers.push_back(
          {{"input", input}, {"output", output}, {"interpolation", channel.interpolation}});
    }
    if (channels.empty()) continue;
    OrderedJson animation = {{"name", clean_utf8(clip.name)},
                             {"samplers", std::move(samplers)},
                             {"channels", std::move(channels)}};
    keep_rate(clip, animation);
    out.root["animations"].push_back(std::move(animation));
  }
}

}  // namespace bindpose
