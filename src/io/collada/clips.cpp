#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "io/collada/file.h"
#include "io/collada/track.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/transform.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Keys over all clips; a real file has a fraction of it.
constexpr std::size_t kMaxKeys = std::size_t{1} << 24;

// What a channel moves: an element, and one of its numbers (-1: all).
struct ChannelTarget {
  pugi::xml_node element;
  int component = -1;
};

// "X", "ANGLE", "3)" or "3)(0)" as a number of the element; nothing where it is none of them. Two
// numbers are column and row of a matrix, which is stored row by row.
std::optional<int> component_of(std::string_view member) {
  constexpr const char* kNames[] = {"X", "Y", "Z", "ANGLE"};
  for (int k = 0; k < 4; ++k) {
    if (member == kNames[k]) return k;
  }
  int first = 0, second = 0;
  char end = 0;
  const std::string text(member);
  if (std::sscanf(text.c_str(), "%2d)(%2d%c", &first, &second, &end) == 3 && end == ')') {
    return first >= 0 && first < 4 && second >= 0 && second < 4 ? std::optional(4 * second + first)
                                                                : std::nullopt;
  }
  if (std::sscanf(text.c_str(), "%6d%c", &first, &end) == 2 && end == ')' && first >= 0)
    return first;
  return {};
}

// "id/sid/sid.MEMBER", "id/sid(i)(j)", "id(i)".
ChannelTarget resolve(const ColladaDocument& document, std::string_view address) {
  ChannelTarget out;
  const std::size_t bracket = address.find('(');
  std::string_view path = address.substr(0, bracket);
  std::string_view member = bracket == address.npos ? "" : address.substr(bracket + 1);
  const auto find = [&] {
    std::size_t slash = path.find('/');
    pugi::xml_node at = collada_find(document, path.substr(0, slash));
    while (at && slash != path.npos) {
      const std::size_t next = path.find('/', slash + 1);
      at =
          collada_find_sid(at, path.substr(slash + 1, next == path.npos ? next : next - slash - 1));
      slash = next;
    }
    return at;
  };
  out.element = find();
  const std::size_t dot = path.rfind('.');
  if (!out.element && bracket == address.npos && dot != path.npos) {
    member = path.substr(dot + 1);
    path = path.substr(0, dot);
    out.element = find();
  }
  if (member.empty()) return out;
  const std::optional<int> component = component_of(member);
  if (!component) return {};
  out.component = *component;
  return out;
}

// Channels that play together.
struct Group {
  std::string name;
  std::vector<pugi::xml_node> channel;
  std::optional<double> from, to;  // seconds
};

struct Channels : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (is_element(node, "channel")) found.push_back(node);
    return true;
  }
  std::vector<pugi::xml_node> found;
};

std::vector<pugi::xml_node> channels_below(pugi::xml_node animation) {
  Channels walker;
  animation.traverse(walker);
  return walker.found;
}

std::string name_or_id(pugi::xml_node node) {
  const std::string name = node.attribute("name").value();
  return clean_text(name.empty() ? node.attribute("id").value() : name);
}

std::optional<double> seconds(pugi::xml_attribute attribute) {
  const double value = attribute.as_double(std::nan(""));
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<Group> clip_groups(const ColladaDocument& document) {
  std::vector<Group> out;
  const pugi::xml_node root = document.xml.document_element();
  for (const pugi::xml_node library : root.children("library_animation_clips")) {
    for (const pugi::xml_node clip : library.children("animation_clip")) {
      Group group{
          name_or_id(clip), {}, seconds(clip.attribute("start")), seconds(clip.attribute("end"))};
      std::set<std::size_t> seen;
      for (const pugi::xml_node instance : clip.children("instance_animation")) {
        const pugi::xml_node animation = collada_find(document, instance.attribute("url").value());
        if (!animation || !seen.insert(animation.hash_value()).second) continue;
        const auto channels = channels_below(animation);
        group.channel.insert(group.channel.end(), channels.begin(), channels.end());
      }
      if (!group.channel.empty()) out.push_back(std::move(group));
    }
  }
  return out;
}

// All animations play together, unless one moves what another moves already.
std::vector<Group> groups_of(const ColladaDocument& document) {
  std::vector<Group> out = clip_groups(document);
  if (!out.empty()) return out;
  std::vector<std::set<std::string>> moved;
  const pugi::xml_node root = document.xml.document_element();
  for (const pugi::xml_node library : root.children("library_animations")) {
    for (const pugi::xml_node animation : library.children("animation")) {
      const auto channels = channels_below(animation);
      if (channels.empty()) continue;
      std::set<std::string> targets;
      for (const pugi::xml_node c : channels) targets.insert(c.attribute("target").value());
      std::size_t g = 0;
      const auto taken = [&](const std::string& t) { return moved[g].contains(t); };
      while (g < out.size() && std::any_of(targets.begin(), targets.end(), taken)) ++g;
      constexpr std::size_t kMaxGroups = 256;
      if (g == kMaxGroups) continue;
      if (g == out.size()) {
        out.push_back({name_or_id(animation), {}, {}, {}});
        moved.emplace_back();
      } else {
        out[g].name = g == 0 ? "animation" : "animation " + std::to_string(g + 1);
      }
      moved[g].insert(targets.begin(), targets.end());
      out[g].channel.insert(out[g].channel.end(), channels.begin(), channels.end());
    }
  }
  return out;
}

class ColladaClips {
 public:
  ColladaClips(ColladaDocument& document, const FileTree& tree, const MorphChannels& morphs,
               Model& model)
      : document_(document), tree_(tree), morphs_(morphs), model_(model) {
    struct Walker : pugi::xml_tree_walker {
      bool for_each(pugi::xml_node& node) override {
        if (is_element(node, "instance_controller") || is_element(node, "instance_geometry"))
          found.push_back(node);
        return true;
      }
      std::vector<pugi::xml_node> found;
    } walker;
    document.xml.traverse(walker);
    instances_ = std::move(walker.found);
  }

  std::optional<Clip> read(const Group& group) {
    notes_ = {};
    node_motions_.clear();
    weights_.clear();
    lost_ = damaged_ = unknown_ = 0;
    first_ = std::numeric_limits<double>::infinity();
    last_ = 0.0;
    for (const pugi::xml_node channel : group.channel) add(channel);
    Clip clip;
    clip.name = group.name;
    start_ = group.from.value_or(std::min(0.0, first_));
    clip.duration = std::max(0.0, group.to.value_or(last_) - start_);
    for (const auto& [hash, moving] : node_motions_) add_tracks(moving, clip);
    std::sort(clip.tracks.begin(), clip.tracks.end(),
              [](const JointTrack& a, const JointTrack& b) { return a.joint < b.joint; });
    for (const auto& [morph, list] : weights_) add_weights(morph, list, clip);
    report_on("clip " + clip.name);
    if (clip.tracks.empty() && clip.morphs.empty()) return {};
    return clip;
  }

 private:
  struct NodeMotion {
    pugi::xml_node node;
    ColladaMotions motions;
  };

  const ColladaCurves* curves_of(pugi::xml_node channel) {
    const pugi::xml_node sampler = collada_find(document_, channel.attribute("source").value());
    const auto [at, is_new] = curves_.try_emplace(sampler.hash_value());
    if (is_new && is_element(sampler, "sampler"))
      at->second = read_collada_sampler(document_, sampler);
    return at->second ? &*at->second : nullptr;
  }

  void add(pugi::xml_node channel) {
    const std::string address = channel.attribute("target").value();
    const ChannelTarget target = resolve(document_, address);
    const ColladaCurves* curves = curves_of(channel);
    if (curves == nullptr) {
      ++damaged_;
      return;
    }
    const pugi::xml_node parent = target.element.parent();
    const pugi::xml_node morph = morph_of(target.element);
    if (morph) {
      weights_[morph].push_back({target.component, curves});
    } else if (is_element(parent, "node") && tree_.by_name.contains(collada_node_name(parent))) {
      NodeMotion& motion = node_motions_[parent.hash_value()];
      motion.node = parent;
      motion.motions[target.element.hash_value()].push_back({target.component, curves});
    } else {
      if (lost_++ == 0) lost_address_ = clean_text(address);
      return;
    }
    unknown_ += curves->unknown;
    for (const Curve& c : curves->component) {
      first_ = std::min(first_, c.key.front().time);
      last_ = std::max(last_, c.key.back().time);
    }
  }

  // The <morph> whose weights the element (a source, its array, or the controller) holds.
  pugi::xml_node morph_of(pugi::xml_node element) const {
    pugi::xml_node at = is_element(element, "float_array") ? element.parent() : element;
    if (is_element(at, "controller")) return at.child("morph");
    const pugi::xml_node morph = at.parent();
    if (!is_element(morph, "morph")) return {};
    return collada_input(document_, morph.child("targets"), "MORPH_WEIGHT") == at
               ? morph
               : pugi::xml_node();
  }

  bool take(std::size_t keys) {
    if (keys > budget_) return false;
    budget_ -= keys;
    return true;
  }

  void add_tracks(const NodeMotion& moving, Clip& clip) {
    JointTrack track;
    track.factors = collada_factors(document_, moving.node, moving.motions, start_, notes_);
    std::size_t keys = 0;
    for (const TrackFactor& f : track.factors) {
      keys += f.translation.time.size() + f.rotation.time.size() + f.scale.time.size();
      for (const Curve& c : f.curves.axis) keys += c.key.size();
    }
    for (const int node : tree_.by_name.at(collada_node_name(moving.node))) {
      if (!take(keys)) return;
      track.joint = tree_.joint[static_cast<std::size_t>(node)];
      clip.tracks.push_back(track);
    }
  }

  void add_weights(pugi::xml_node morph, const std::vector<ColladaMotion>& list, Clip& clip) {
    std::set<int> joints;
    for (const pugi::xml_node instance : instances_) {
      if (collada_morph(document_, instance) != morph) continue;
      const auto found = tree_.by_name.find(collada_node_name(instance.parent()));
      if (found == tree_.by_name.end()) continue;
      for (const int node : found->second) {
        joints.insert(tree_.joint[static_cast<std::size_t>(node)]);
      }
    }
    for (const ColladaMotion& m : list) {
      for (std::size_t c = 0; c < m.curves->component.size(); ++c) {
        if (m.component >= 0 && c > 0) break;
        const std::size_t number = m.component >= 0 ? static_cast<std::size_t>(m.component) : c;
        for (const int joint : joints) {
          const int channel = find_morph(morphs_, joint, number);
          if (channel < 0 || !take(m.curves->component[c].key.size())) continue;
          clip.morphs.push_back({channel, {}, moved(m.curves->component[c], start_, 1.0)});
        }
      }
    }
  }

  void report_on(const std::string& place) {
    if (lost_ > 0) {
      report(model_, Severity::Info, place,
             counted(lost_, "channel moves", "channels move") +
                 " something other than a node or a morph (\"" + lost_address_ + "\"); left out.");
    }
    if (damaged_ > 0) {
      report(model_, Severity::Warning, place,
             counted(damaged_, "channel has", "channels have") +
                 " arrays that are missing or do not fit together; left out.");
    }
    if (unknown_ > 0) {
      report(model_, Severity::Warning, place,
             counted(unknown_, "key asks", "keys ask") +
                 " for an interpolation that is not read (or splines without tangents); the curve "
                 "goes on in a straight line there.");
    }
    if (notes_.unread > 0) {
      report(model_, Severity::Warning, place,
             counted(notes_.unread, "look-at or skew is", "look-ats or skews are") +
                 " animated, which is not read.");
    }
    if (notes_.baked > 0) {
      report(model_, Severity::Info, place,
             counted(notes_.baked, "matrix or turning axis was", "matrices or turning axes were") +
                 " made into 240 keys a second.");
    }
    if (notes_.sheared > 0) {
      report(model_, Severity::Warning, place,
             counted(notes_.sheared, "matrix key shears", "matrix keys shear") +
                 "; only translation, rotation and scale are kept.");
    }
  }

  ColladaDocument& document_;
  const FileTree& tree_;
  const MorphChannels& morphs_;
  Model& model_;
  std::vector<pugi::xml_node> instances_;
  std::map<std::size_t, std::optional<ColladaCurves>> curves_;  // by sampler
  std::map<std::size_t, NodeMotion> node_motions_;
  std::map<pugi::xml_node, std::vector<ColladaMotion>> weights_;
  ColladaTrackNotes notes_;
  std::size_t lost_ = 0, damaged_ = 0, unknown_ = 0;
  std::string lost_address_;
  double first_ = 0.0, last_ = 0.0, start_ = 0.0;
  std::size_t budget_ = kMaxKeys;
};

}  // namespace

void add_collada_clips(ColladaDocument& document, const FileTree& tree, const MorphChannels& morphs,
                       Model& model) {
  ColladaClips reader(document, tree, morphs, model);
  for (const Group& group : groups_of(document)) {
    std::optional<Clip> clip = reader.read(group);
    if (!clip) continue;
    if (clip->name.empty()) clip->name = "clip " + std::to_string(model.clips.size());
    model.clips.push_back(std::move(*clip));
  }
}

}  // namespace bindpose
