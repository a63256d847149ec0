#include "io/clips/clips_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "math/numbers.h"
#include "rig/time/key_times.h"
#include "scene/clips/make_clips.h"

namespace bindpose {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

const char* word_of(Interpolation i) {
  if (i == Interpolation::Step) return "step";
  return i == Interpolation::Cubic ? "cubic" : "linear";
}

void put(OrderedJson& list, float x) {
  list.push_back(shortest_double(x));
}
void put(OrderedJson& list, const vec3& v) {
  for (int c = 0; c < 3; ++c) put(list, v[c]);
}
void put(OrderedJson& list, const quat& q) {
  for (const float x : {q.w, q.x, q.y, q.z}) put(list, x);
}

template <typename T>
void put_keys(OrderedJson& track, const char* name, const Keys<T>& keys) {
  if (keys.time.empty()) return;
  OrderedJson values = OrderedJson::array();
  for (const T& v : keys.value) put(values, v);
  track[name] = {
      {"keys", word_of(keys.interpolation)}, {"times", keys.time}, {"values", std::move(values)}};
}

void take(const float*& at, float& x) {
  x = *at++;
}
void take(const float*& at, vec3& v) {
  for (int c = 0; c < 3; ++c) v[c] = *at++;
}
void take(const float*& at, quat& q) {
  const float w = *at++, x = *at++, y = *at++, z = *at++;
  q = quat(w, x, y, z);
}
template <typename T>
constexpr std::size_t width_of() {
  if constexpr (std::is_same_v<T, float>) return 1;
  if constexpr (std::is_same_v<T, vec3>) return 3;
  return 4;
}

class ClipReader {
 public:
  ClipReader(const Model& model, const std::string& subject, std::vector<std::string>& notes)
      : model_(model), subject_(subject), notes_(notes) {
    for (int j = 0; j < model.skeleton.size(); ++j) {
      joint_.emplace(clean_utf8(model.skeleton.name[idx(j)]), j);
    }
    for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
      channel_.emplace(clean_utf8(model.morph_channels[c].name), static_cast<int>(c));
    }
  }

  // Nothing where it cannot be played; a note says so.
  std::shared_ptr<const AddedClip> read(const Json& at) {
    if (!at.is_object()) refuse("\"clips\" has what is no clip");
    const auto name = at.find("name");
    if (name == at.end() || !name->is_string()) refuse("a clip has no \"name\"");
    auto out = std::make_shared<AddedClip>();
    Clip& clip = out->clip;
    clip.name = name->get<std::string>();
    where_ = "clip \"" + clip.name + "\"";
    clip.duration = number(at, "duration");
    if (clip.duration < 0.0) refuse("the duration of " + where_ + " is negative");
    if (at.contains("rate")) clip.rate = sound_rate(number(at, "rate"));
    std::size_t lost = 0;
    for (const auto& [joint, track] : object(at, "joints").items()) {
      read_joint(joint, track, clip, lost);
    }
    for (const auto& [morph, track] : object(at, "morphs").items()) {
      const auto found = channel_.find(morph);
      MorphTrack m;
      m.weight = keys<float>(Json{{"weight", track}}, "weight", morph);
      if (found == channel_.end()) ++lost;
      m.channel = found == channel_.end() ? -1 : found->second;
      if (m.channel >= 0) clip.morphs.push_back(std::move(m));
    }
    if (lost > 0) {
      notes_.push_back("The clip \"" + clip.name + "\" moves " + std::to_string(lost) +
                       " joints or morphs that the model lacks.");
    }
    std::ranges::sort(clip.tracks, {}, &JointTrack::joint);
    if (is_playable(clip, model_)) return out;
    notes_.push_back("The clip \"" + clip.name +
                     "\" has times that do not ascend; it and the added clips after it are left "
                     "out.");
    return nullptr;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { refuse_json(subject_, what); }

  const Json& object(const Json& at, const char* key) const {
    static const Json kNone = Json::object();
    const auto found = at.find(key);
    if (found == at.end()) return kNone;
    if (!found->is_object()) refuse("\"" + std::string(key) + "\" of " + where_ + " is no object");
    return *found;
  }
  double number(const Json& at, const char* key) const {
    const auto found = at.find(key);
    if (found == at.end() || !found->is_number() || !std::isfinite(found->get<double>())) {
      refuse("\"" + std::string(key) + "\" of " + where_ + " is no number");
    }
    return *found;
  }
  std::vector<float> numbers(const Json& at, const char* key, const std::string& who) {
    const auto found = at.find(key);
    if (found == at.end() || !found->is_array()) {
      refuse("\"" + std::string(key) + "\" of \"" + who + "\" in " + where_ + " is no list");
    }
    read_ += found->size();
    if (read_ > kMostClipNumbers) refuse("its clips have too many keys");
    std::vector<float> out;
    for (const Json& x : *found) {
      if (!x.is_number() || !(std::abs(x.get<double>()) <= std::numeric_limits<float>::max())) {
        refuse("\"" + std::string(key) + "\" of \"" + who + "\" in " + where_ +
               " has what is no number");
      }
      out.push_back(x.get<float>());
    }
    return out;
  }

  template <typename T>
  Keys<T> keys(const Json& track, const char* name, const std::string& who) {
    const auto found = track.find(name);
    if (found == track.end()) return {};
    if (!found->is_object()) refuse("the keys of \"" + who + "\" in " + where_ + " are no object");
    Keys<T> out;
    const auto word = found->find("keys");
    for (const Interpolation i : {Interpolation::Step, Interpolation::Cubic}) {
      if (word != found->end() && *word == word_of(i)) out.interpolation = i;
    }
    // Times are read as they are: a float has too few digits for a long recording.
    numbers(*found, "times", who);
    for (const Json& t : (*found)["times"]) out.time.push_back(t.get<double>());
    const std::vector<float> value = numbers(*found, "values", who);
    const std::size_t per_key = out.interpolation == Interpolation::Cubic ? 3 : 1;
    if (value.size() != out.time.size() * per_key * width_of<T>()) {
      refuse("\"" + who + "\" in " + where_ + " has " + std::to_string(value.size()) +
             " numbers for " + std::to_string(out.time.size()) + " keys");
    }
    out.value.resize(out.time.size() * per_key);
    const float* at = value.data();
    for (T& v : out.value) take(at, v);
    return out;
  }

  void read_joint(const std::string& joint, const Json& at, Clip& clip, std::size_t& lost) {
    if (!at.is_object()) refuse("the track of \"" + joint + "\" in " + where_ + " is no object");
    JointTrack track;
    track.factors.resize(1);
    TrackFactor& f = track.factors[0];
    f.translation = keys<vec3>(at, "translation", joint);
    f.rotation = keys<quat>(at, "rotation", joint);
    f.scale = keys<vec3>(at, "scale", joint);
    const auto found = joint_.find(joint);
    if (found == joint_.end()) {
      ++lost;
      return;
    }
    track.joint = found->second;
    f.fallback = decompose(model_.skeleton.rest_local[idx(track.joint)]);
    clip.tracks.push_back(std::move(track));
  }

  const Model& model_;
  const std::string& subject_;
  std::vector<std::string>& notes_;
  std::unordered_map<std::string, int> joint_, channel_;
  std::string where_;
  std::size_t read_ = 0;
};

}  // namespace

std::size_t clip_numbers(const Scene& scene) {
  std::size_t count = 0;
  const auto add = [&count]<typename T>(const Keys<T>& keys) {
    count += keys.time.size() + keys.value.size() * width_of<T>();
  };
  for (const auto& added : scene.added_clips) {
    for (const JointTrack& track : added->clip.tracks) {
      add(track.factors[0].translation);
      add(track.factors[0].rotation);
      add(track.factors[0].scale);
    }
    for (const MorphTrack& morph : added->clip.morphs) add(morph.weight);
  }
  return count;
}

OrderedJson clips_json(const Scene& scene) {
  OrderedJson list = OrderedJson::array();
  const Model& model = *scene.model;
  for (const auto& added : scene.added_clips) {
    const Clip& clip = added->clip;
    OrderedJson out = {{"name", clean_utf8(clip.name)}, {"duration", clip.duration}};
    if (clip.rate > 0.0) out["rate"] = clip.rate;
    out["joints"] = OrderedJson::object();
    for (const JointTrack& track : clip.tracks) {
      TrackFactor f = track.factors[0];
      const auto j = idx(track.joint);
      // What has no keys is the rest pose's own; else it is told as a key.
      const Transform rest = decompose(model.skeleton.rest_local[j]);
      if (f.translation.time.empty() && f.fallback.t != rest.t)
        f.translation = {{0.0}, {f.fallback.t}};
      if (f.rotation.time.empty() && f.fallback.q != rest.q) f.rotation = {{0.0}, {f.fallback.q}};
      if (f.scale.time.empty() && f.fallback.s != rest.s) f.scale = {{0.0}, {f.fallback.s}};
      OrderedJson keys = OrderedJson::object();
      put_keys(keys, "translation", f.translation);
      put_keys(keys, "rotation", f.rotation);
      put_keys(keys, "scale", f.scale);
      out["joints"][clean_utf8(model.skeleton.name[j])] = std::move(keys);
    }
    for (const MorphTrack& m : clip.morphs) {
      OrderedJson keys = OrderedJson::object();
      put_keys(keys, "weight", m.weight);
      if (keys.empty()) continue;
      out["morphs"][clean_utf8(model.morph_channels[idx(m.channel)].name)] = keys["weight"];
    }
    list.push_back(std::move(out));
  }
  return list;
}

std::vector<std::shared_ptr<const AddedClip>> clips_from_json(const Model& model, const Json& list,
                                                              const std::string& subject,
                                                              std::vector<std::string>& notes) {
  if (!list.is_array()) refuse_json(subject, "\"clips\" is no list");
  ClipReader reader(model, subject, notes);
  std::vector<std::shared_ptr<const AddedClip>> out;
  for (const Json& at : list) {
    auto clip = reader.read(at);
    if (!clip) break;  // a pose may name a later clip by its number, which would be another one
    out.push_back(std::move(clip));
  }
  return out;
}

}  // namespace bindpose
