#include "io/assimp/clip.h"

#include <assimp/anim.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "io/assimp/convert.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr double kAssumedTicks = 25.0;

// Assimp before 5.4 has no interpolation on keys.
template <typename Key>
bool is_step(const Key& key) {
  if constexpr (requires { key.mInterpolation; }) {
    return key.mInterpolation == decltype(key.mInterpolation){};  // the enum's first is Step
  } else {
    return false;
  }
}

struct Clock {
  double ticks_per_second = kAssumedTicks;
  double start = 0.0;  // ticks; negative where the file's first key is before 0

  double seconds(double ticks) const { return (ticks - start) / ticks_per_second; }
};

bool usable(const aiVectorKey& key) {
  return std::isfinite(key.mTime) && std::isfinite(key.mValue.x + key.mValue.y + key.mValue.z);
}
bool usable(const aiQuatKey& key) {
  const aiQuaternion& q = key.mValue;
  return std::isfinite(key.mTime) && std::isfinite(q.w + q.x + q.y + q.z);
}

struct KeyNotes {
  std::size_t dropped = 0;     // keys
  std::size_t disordered = 0;  // lists of keys
};

template <typename Value, typename Key>
Keys<Value> read_keys(const Key* key, unsigned count, const Clock& clock, KeyNotes& notes) {
  std::vector<const Key*> sorted;
  sorted.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    if (usable(key[i])) {
      sorted.push_back(&key[i]);
    } else {
      ++notes.dropped;
    }
  }
  const auto earlier = [](const Key* a, const Key* b) { return a->mTime < b->mTime; };
  if (!std::is_sorted(sorted.begin(), sorted.end(), earlier)) {
    std::stable_sort(sorted.begin(), sorted.end(), earlier);
    ++notes.disordered;
  }
  Keys<Value> out;
  out.time.reserve(sorted.size());
  out.value.reserve(sorted.size());
  bool step = !sorted.empty();
  for (const Key* k : sorted) {
    out.time.push_back(clock.seconds(k->mTime));
    out.value.push_back(to_glm(k->mValue));
    step = step && is_step(*k);
  }
  if (step) out.interpolation = Interpolation::Step;
  return out;
}

TrackFactor read_channel(const aiNodeAnim& channel, const mat4& rest, const Clock& clock,
                         KeyNotes& notes) {
  TrackFactor out;
  out.translation = read_keys<vec3>(channel.mPositionKeys, channel.mNumPositionKeys, clock, notes);
  out.rotation = read_keys<quat>(channel.mRotationKeys, channel.mNumRotationKeys, clock, notes);
  out.scale = read_keys<vec3>(channel.mScalingKeys, channel.mNumScalingKeys, clock, notes);
  out.fallback = decompose(rest);
  return out;
}

void append(std::vector<TrackFactor>& factors, TrackFactor factor) {
  if (factor.constant) {
    if (factor.matrix == mat4(1.0f)) return;
    if (!factors.empty() && factors.back().constant) {
      factors.back().matrix = factors.back().matrix * factor.matrix;
      return;
    }
  }
  factors.push_back(std::move(factor));
}

// The channels of one clip that move one node: its own, and those of its pivots.
struct NodeChannels {
  const aiNodeAnim* own = nullptr;
  std::map<int, const aiNodeAnim*> link;  // position in the chain
};

// Among nodes of one name a channel means the joint, then a node without meshes.
int resolve_channel(const FileTree& tree, const std::vector<int>& candidates,
                    const std::map<int, NodeChannels>& used) {
  int best = -1;
  int best_rank = -1;
  for (const int candidate : candidates) {
    const FileNode& node = tree.nodes[idx(candidate)];
    const auto found = used.find(candidate);
    const bool free = found == used.end() || found->second.own == nullptr;
    const int rank = (free ? 4 : 0) + (node.is_joint ? 2 : 0) + (node.has_meshes ? 0 : 1);
    if (rank > best_rank) {
      best = candidate;
      best_rank = rank;
    }
  }
  return best;
}

struct ClipReport {
  std::size_t lost_channels = 0;
  std::string lost_name;
  KeyNotes keys;
  std::size_t pre_rotated = 0;
};

std::map<int, NodeChannels> sort_channels(const aiAnimation& animation, const FileTree& tree,
                                          ClipReport& notes) {
  std::map<int, NodeChannels> out;
  for (unsigned c = 0; c < animation.mNumChannels; ++c) {
    const aiNodeAnim* channel = animation.mChannels[c];
    const std::string name(channel->mNodeName.data, channel->mNodeName.length);
    if (const auto link = tree.chain_link.find(name); link != tree.chain_link.end()) {
      out[link->second.first].link.emplace(link->second.second, channel);
      continue;
    }
    const auto found = tree.by_name.find(name);
    if (found == tree.by_name.end()) {
      if (notes.lost_channels++ == 0) notes.lost_name = clean_text(name);
      continue;
    }
    NodeChannels& node = out[resolve_channel(tree, found->second, out)];
    if (node.own == nullptr) node.own = channel;
  }
  return out;
}

JointTrack make_track(const FileNode& node, int joint, const NodeChannels& channels,
                      const Clock& clock, ClipReport& notes) {
  JointTrack track;
  track.joint = joint;
  mat4 skipped(1.0f);
  for (std::size_t k = 0; k < node.chain.size(); ++k) {
    const mat4 rest = to_glm(node.chain[k]->mTransformation);
    const auto link = channels.link.find(static_cast<int>(k));
    if (link != channels.link.end()) {
      append(track.factors, read_channel(*link->second, rest, clock, notes.keys));
    } else if (channels.own == nullptr) {
      append(track.factors, constant_factor(rest));
    } else {
      // Assimp 5.2 to 5.4 put the whole local matrix into the channel, pre-rotation included, and
      // leave the pivots in the tree: they must not act twice (fixed by its pull request 5815).
      skipped = skipped * rest;
    }
  }
  if (channels.own == nullptr) {
    append(track.factors, constant_factor(to_glm(node.node->mTransformation)));
  } else {
    const mat4 rest = channels.link.empty() ? node.own_local : to_glm(node.node->mTransformation);
    append(track.factors, read_channel(*channels.own, rest, clock, notes.keys));
    if (max_difference(skipped, mat4(1.0f)) > 1e-6f) ++notes.pre_rotated;
  }
  if (track.factors.empty()) track.factors.push_back(constant_factor(mat4(1.0f)));
  return track;
}

void each_key_time(const aiAnimation& animation, auto&& visit) {
  for (unsigned c = 0; c < animation.mNumChannels; ++c) {
    const aiNodeAnim& channel = *animation.mChannels[c];
    for (unsigned k = 0; k < channel.mNumPositionKeys; ++k) visit(channel.mPositionKeys[k].mTime);
    for (unsigned k = 0; k < channel.mNumRotationKeys; ++k) visit(channel.mRotationKeys[k].mTime);
    for (unsigned k = 0; k < channel.mNumScalingKeys; ++k) visit(channel.mScalingKeys[k].mTime);
  }
}

Clock clock_of(const aiAnimation& animation, const std::string& place, Model& model) {
  Clock clock;
  if (animation.mTicksPerSecond > 0.0 && std::isfinite(animation.mTicksPerSecond)) {
    clock.ticks_per_second = animation.mTicksPerSecond;
  } else {
    report(model, Severity::Info, place,
           "It does not say how fast it plays; 25 ticks a second are assumed.");
  }
  each_key_time(animation, [&](double t) {
    if (std::isfinite(t)) clock.start = std::min(clock.start, t);
  });
  if (clock.start < 0.0) {
    report(model, Severity::Info, place,
           "It has keys before time 0; it was shifted to start at 0.");
  }
  return clock;
}

double duration_of(const aiAnimation& animation, const Clock& clock) {
  double last = 0.0;
  each_key_time(animation, [&](double t) {
    if (std::isfinite(t)) last = std::max(last, clock.seconds(t));
  });
  const double said = clock.seconds(animation.mDuration);
  return std::isfinite(said) ? std::max(last, said) : last;
}

void report_clip(const ClipReport& notes, const Clip& clip, bool keyed, const std::string& place,
                 Model& model) {
  if (!keyed) {
    report(model, Severity::Info, place,
           clip.tracks.empty() ? "It has no keys." : "Nothing moves in it: it holds one pose.");
  }
  if (notes.lost_channels > 0) {
    report(model, Severity::Warning, place,
           counted(notes.lost_channels, "channel moves a node", "channels move nodes") +
               " that the file does not have (\"" + notes.lost_name + "\"); left out.");
  }
  if (notes.keys.dropped > 0) {
    report(model, Severity::Warning, place,
           counted(notes.keys.dropped, "key is", "keys are") + " not a finite number; left out.");
  }
  if (notes.keys.disordered > 0) {
    report(model, Severity::Warning, place,
           counted(notes.keys.disordered, "list of keys goes", "lists of keys go") +
               " back in time; put in the order of their times.");
  }
  if (notes.pre_rotated > 0) {
    report(model, Severity::Info, place,
           "The pre-rotation of " + counted(notes.pre_rotated, "joint", "joints") +
               " is in the keys already and was not applied again.");
  }
}

Clip read_clip(const aiAnimation& animation, const FileTree& tree, std::size_t number,
               Model& model) {
  Clip clip;
  clip.name = text_of(animation.mName);
  if (clip.name.empty()) clip.name = "clip " + std::to_string(number);
  const std::string place = "clip " + clip.name;
  const Clock clock = clock_of(animation, place, model);
  clip.duration = duration_of(animation, clock);
  ClipReport notes;
  bool keyed = false;
  const std::map<int, NodeChannels> channels = sort_channels(animation, tree, notes);
  for (const auto& [n, own] : channels) {
    clip.tracks.push_back(make_track(tree.nodes[idx(n)], tree.joint[idx(n)], own, clock, notes));
    for (const TrackFactor& f : clip.tracks.back().factors) {
      keyed = keyed || f.translation.time.size() > 1 || f.rotation.time.size() > 1 ||
              f.scale.time.size() > 1;
    }
  }
  std::sort(clip.tracks.begin(), clip.tracks.end(),
            [](const JointTrack& a, const JointTrack& b) { return a.joint < b.joint; });
  report_clip(notes, clip, keyed || animation.mNumMorphMeshChannels > 0, place, model);
  return clip;
}

}  // namespace

void add_assimp_clips(const aiScene& scene, const FileTree& tree, Model& model) {
  for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
    model.clips.push_back(read_clip(*scene.mAnimations[a], tree, a, model));
  }
}

void note_straight_clips(Model& model) {
  if (model.clips.empty()) return;
  report(model, Severity::Info, "clips",
         "Curve tangents are not read: between keys the clips are straight lines.");
}

}  // namespace bindpose
