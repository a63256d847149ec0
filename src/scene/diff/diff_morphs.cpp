// Channels by name: what they are set to, what they move, and what clips do with them.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "math/numbers.h"
#include "rig/clip.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

// What a channel moves in the bind pose, in metres of display space.
struct Reach {
  double longest = 0.0;
  Box ends;  // of what it moves farther than the tolerance
};

std::vector<Reach> reaches(const DiffSide& side, double least) {
  std::vector<Reach> out(side.model.morph_channels.size());
  for (std::size_t m = 0; m < side.model.meshes.size(); ++m) {
    const Mesh& mesh = side.model.meshes[m];
    const mat4 to = (side.onto.empty() ? mat4(1.0f) : side.onto[m]) * side.model.to_display;
    const mat3 turn(to);
    for (const MorphTarget& target : mesh.morph) {
      Reach& reach = out[idx(target.channel)];
      for (std::size_t k = 0; k < target.vertex.size(); ++k) {
        const vec3 way = turn * target.position[k];
        const double metres = glm::length(way);
        if (!(metres > least)) continue;
        reach.longest = std::max(reach.longest, metres);
        const vec3 from(to * vec4(mesh.position[target.vertex[k]], 1.0f));
        reach.ends.add(from + way);
      }
    }
  }
  return out;
}

double apart(const Reach& a, const Reach& b) {
  const double ways = std::abs(a.longest - b.longest);
  if (a.ends.empty() || b.ends.empty()) return ways;
  return std::max({ways, double(glm::distance(a.ends.lo, b.ends.lo)),
                   double(glm::distance(a.ends.hi, b.ends.hi))});
}

// A channel's name without that of the mesh's node, which it has in front where several meshes have
// morphs; with the node behind it, so that no two share one.
std::string name_below_node(const Model& model, const MorphChannel& channel) {
  const std::string& node = model.skeleton.name[idx(channel.node)];
  const bool prefixed = channel.name.size() > node.size() && channel.name.starts_with(node) &&
                        channel.name[node.size()] == '.';
  return (prefixed ? channel.name.substr(node.size() + 1) : channel.name) + '\n' + node;
}

std::vector<MorphDiff> pair_channels(const Model& a, const Model& b) {
  std::unordered_map<std::string, int> by_name;
  for (std::size_t k = 0; k < b.morph_channels.size(); ++k) {
    by_name.emplace(b.morph_channels[k].name, static_cast<int>(k));
  }
  std::vector<MorphDiff> out;
  for (std::size_t k = 0; k < a.morph_channels.size(); ++k) {
    MorphDiff morph;
    morph.a = static_cast<int>(k);
    if (const auto at = by_name.find(a.morph_channels[k].name); at != by_name.end()) {
      morph.b = at->second;
      by_name.erase(at);
    }
    out.push_back(morph);
  }
  std::unordered_map<std::string, int> below_node;  // those that are left
  for (const auto& [name, k] : by_name)
    below_node.emplace(name_below_node(b, b.morph_channels[idx(k)]), k);
  for (MorphDiff& morph : out) {
    if (morph.b >= 0) continue;
    const auto at = below_node.find(name_below_node(a, a.morph_channels[idx(morph.a)]));
    if (at == below_node.end()) continue;
    morph.b = at->second;
    by_name.erase(b.morph_channels[idx(at->second)].name);
    below_node.erase(at);
  }
  for (std::size_t k = 0; k < b.morph_channels.size(); ++k) {
    if (by_name.contains(b.morph_channels[k].name)) {
      out.emplace_back().b = static_cast<int>(k);
    }
  }
  return out;
}

std::vector<float> rest_weights(const DiffSide& side) {
  Scene rest = side.scene;
  rest.pose.base = BasePose::Rest;
  return evaluate(rest).morph;
}

void compare_clip(const DiffSide& a, const DiffSide& b, const DiffOptions& options, ClipDiff& clip,
                  int index, std::vector<MorphDiff>& morphs) {
  const Clip &of_a = *clip_at(a.scene, clip.a), &of_b = *clip_at(b.scene, clip.b);
  for (const double time : times_to_compare(of_a, of_b, options.samples)) {
    const auto at = [time](const DiffSide& side, const Clip& of) {
      std::vector<float> weight;
      for (const MorphChannel& c : side.model.morph_channels) weight.push_back(c.default_weight);
      sample_morphs(of, time, weight);
      return weight;
    };
    const std::vector<float> wa = at(a, of_a);
    const std::vector<float> wb = at(b, of_b);
    for (MorphDiff& morph : morphs) {
      if (morph.a < 0 || morph.b < 0) continue;
      const double now = std::abs(double(wa[idx(morph.a)]) - double(wb[idx(morph.b)]));
      if (now > options.tolerance) clip.differs = true;
      if (!(now > morph.clips)) continue;
      morph.clips = now;
      morph.clip = index;
    }
  }
}

}  // namespace

std::vector<MorphDiff> compare_morphs(const DiffSide& a, const DiffSide& b,
                                      const DiffOptions& options, std::vector<ClipDiff>& clips) {
  std::vector<MorphDiff> out = pair_channels(a.model, b.model);
  const std::vector<float> rest_a = rest_weights(a), rest_b = rest_weights(b);
  for (std::size_t c = 0; c < clips.size(); ++c) {
    if (clips[c].a < 0 || clips[c].b < 0) continue;
    compare_clip(a, b, options, clips[c], static_cast<int>(c), out);
  }
  for (MorphDiff& morph : out) {
    if (morph.a < 0 || morph.b < 0) continue;
    morph.weight = std::abs(double(rest_a[idx(morph.a)]) - double(rest_b[idx(morph.b)]));
  }
  return out;
}

void judge_morphs(const DiffSide& a, const DiffSide& b, const DiffOptions& options, double size,
                  std::vector<MorphDiff>& morphs) {
  const double t = options.tolerance;
  const std::vector<Reach> reach_a = reaches(a, t * size), reach_b = reaches(b, t * size);
  for (MorphDiff& morph : morphs) {
    morph.differs = morph.a < 0 || morph.b < 0;
    if (morph.differs) continue;
    const bool by_place = morph.place.compared > 0;
    // Ends near the tolerance are in one box and not in the other.
    const double limit = (by_place ? 1.0 : 2.0) * t * size;
    morph.metres =
        by_place ? morph.place.metres : apart(reach_a[idx(morph.a)], reach_b[idx(morph.b)]);
    morph.shape_differs = morph.metres > limit;
    morph.differs = morph.weight > t || morph.clips > t || morph.shape_differs;
  }
}

}  // namespace bindpose
