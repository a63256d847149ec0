#include "io/gltf/vrm/vrm_expressions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "io/text/import_report.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostExpressions = 512;

// The shapes of each joint's mesh by number: channels in order, as the file lists them.
std::map<int, std::vector<int>> channels_by_joint(const Model& model) {
  std::map<int, std::vector<int>> out;
  for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
    out[model.morph_channels[c].node].push_back(static_cast<int>(c));
  }
  return out;
}

struct Moved {
  vec3 position{0.0f}, normal{0.0f};
};

// The sum of some of the mesh's targets.
MorphTarget summed(const Mesh& mesh, const std::map<int, float>& weight_of_channel, int channel) {
  std::map<std::uint32_t, Moved> moved;
  bool turns = false;
  for (const MorphTarget& target : mesh.morph) {
    const auto weight = weight_of_channel.find(target.channel);
    if (weight == weight_of_channel.end()) continue;
    turns = turns || !target.normal.empty();
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      Moved& at = moved[target.vertex[k]];
      at.position += weight->second * target.position[k];
      if (!target.normal.empty()) at.normal += weight->second * target.normal[k];
    }
  }
  MorphTarget out;
  out.channel = channel;
  for (const auto& [vertex, by] : moved) {
    out.vertex.push_back(vertex);
    out.position.push_back(by.position);
    if (turns) out.normal.push_back(by.normal);
  }
  return out;
}

// m_k to what is shown: "A value greater than 0.5 is 1.0, otherwise 0.0" (VRM 1.0, expressions).
std::vector<vec2> binary_share() {
  constexpr float kHalf = 0.5f;
  return {{0.0f, 0.0f}, {kHalf, 0.0f}, {std::nextafter(kHalf, 1.0f), 1.0f}, {1.0f, 1.0f}};
}

void say_lost(const VrmExpression& e, bool shown, Model& model) {
  if (e.lost.empty()) return;
  constexpr std::size_t kNamed = 4;
  std::string list;
  std::size_t named = 0;
  for (const std::string& shape : e.lost) {
    if (named++ == kNamed) break;
    list += (list.empty() ? "" : ", ") + shape;
  }
  if (e.lost.size() > kNamed) list += " and others";
  report(model, Severity::Warning, "expression " + e.name,
         "It binds " + counted(e.lost.size(), "morph target", "morph targets") +
             " that the file does not have: " + list + ". " +
             (shown ? "The rest of it is shown." : "Nothing of it is left to be shown."));
  model.report.back().kind = ReportKind::BrokenVrm;
}

std::string free_name(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (int n = 2; !taken.insert(name).second; ++n) name = wanted + "#" + std::to_string(n);
  return name;
}

}  // namespace

std::string_view expression_of_vrm0(std::string_view preset) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {{"neutral", "neutral"},
                                                                      {"a", "aa"},
                                                                      {"i", "ih"},
                                                                      {"u", "ou"},
                                                                      {"e", "ee"},
                                                                      {"o", "oh"},
                                                                      {"blink", "blink"},
                                                                      {"blink_l", "blinkLeft"},
                                                                      {"blink_r", "blinkRight"},
                                                                      {"joy", "happy"},
                                                                      {"angry", "angry"},
                                                                      {"sorrow", "sad"},
                                                                      {"fun", "relaxed"},
                                                                      {"lookup", "lookUp"},
                                                                      {"lookdown", "lookDown"},
                                                                      {"lookleft", "lookLeft"},
                                                                      {"lookright", "lookRight"}};
  for (const auto& [old, now] : kNames) {
    if (preset == old) return now;
  }
  return {};
}

void add_expressions(const std::vector<VrmExpression>& expressions, int at, Model& model) {
  const std::map<int, std::vector<int>> channels = channels_by_joint(model);
  std::set<std::string> taken;
  for (const MorphChannel& c : model.morph_channels) taken.insert(c.name);
  std::size_t added = 0;
  for (VrmExpression e : expressions) {
    if (added == kMostExpressions) {
      report(model, Severity::Warning, "expressions",
             "There are more than " + std::to_string(kMostExpressions) +
                 " expressions; the others are left out.");
      return;
    }
    std::map<int, float> weight_of_channel;
    for (const VrmExpression::Bind& bind : e.bind) {
      const auto here = channels.find(bind.joint);
      if (here == channels.end() || bind.target >= here->second.size()) {
        e.lost.insert("shape " + std::to_string(bind.target) + " of " +
                      model.skeleton.name[idx(bind.joint)]);
        continue;
      }
      weight_of_channel[here->second[bind.target]] += bind.weight;
    }
    const int channel = static_cast<int>(model.morph_channels.size());
    bool moves = false;
    for (Mesh& mesh : model.meshes) {
      MorphTarget target = summed(mesh, weight_of_channel, channel);
      if (target.vertex.empty()) continue;
      if (e.binary) target.share = binary_share();
      mesh.morph.push_back(std::move(target));
      moves = true;
    }
    say_lost(e, moves, model);
    if (!moves) continue;
    model.morph_channels.push_back({free_name("expression " + e.name, taken), at, 0.0f});
    ++added;
  }
}

}  // namespace bindpose
