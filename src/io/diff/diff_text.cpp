#include "io/diff/diff_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/diff/diff_names.h"
#include "io/diff/diff_numbers.h"
#include "io/diff/node_account.h"
#include "io/text/json_text.h"
#include "io/text/text_table.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostShown = 8;  // lines a part; JSON has all

using DiffJson = nlohmann::ordered_json;

std::string line(const std::string& part, const std::string& text) {
  return part + std::string(11 - part.size(), ' ') + text + "\n";
}

std::string rows_text(const std::vector<DiffRow>& rows) {
  std::vector<std::vector<std::string>> shown;
  for (std::size_t k = 0; k < std::min(rows.size(), kMostShown); ++k)
    shown.push_back({rows[k].name, rows[k].words});
  std::string out;
  const std::string text = table(shown, true);
  for (std::size_t at = 0; at < text.size();) {  // further in than their part
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += "           " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  if (rows.size() <= kMostShown) return out;
  return out + "             and " + counted(rows.size() - kMostShown, "more", "more") + "\n";
}

std::string first_text(const DiffAccount& account) {
  if (account.first.words.empty()) return "";
  const std::string what = account.first_part == DiffPart::Nodes ? "node" : "joint";
  return "The first " + what + " that differs is " + account.first.name + ", in " +
         kDiffWord[static_cast<int>(account.first_part)] + ": " + account.first.words + ".\n";
}

DiffJson parts_json(const bool (&flags)[kDiffParts]) {
  DiffJson out = DiffJson::array();
  for (int p = 0; p < kDiffParts; ++p) {
    if (flags[p]) out.push_back(kDiffWord[p]);
  }
  return out;
}

DiffJson apart_json(const Apart& apart) {
  return {{"metres", apart.metres}, {"degrees", apart.degrees}, {"scale", apart.scale}};
}

DiffJson joint_json(const DiffReport& r, const JointDiff& joint) {
  DiffJson out = {{"joint", clean_utf8(joint_name(r, joint))},
                  {"a", joint.a >= 0},
                  {"b", joint.b >= 0},
                  {"differs", parts_json(joint.differs)}};
  if (joint.a < 0 || joint.b < 0) return out;
  out["other_parent"] = joint.other_parent;
  out["other_human"] = joint.other_human;
  out["bind"] = {{"metres", joint.bind.metres}, {"degrees", joint.bind.degrees}};
  out["rest"] = apart_json(joint.rest);
  if (joint.clip >= 0) {
    out["clips"] = apart_json(joint.clips);
    out["clip"] = clean_utf8(clip_name(r, r.diff.clips[idx(joint.clip)]));
    out["time"] = joint.time;
  }
  return out;
}

DiffJson node_json(const DiffReport& r, const NodeDiff& node) {
  DiffJson out = {{"node", clean_utf8(node_name(r, node))},
                  {"a", node.a >= 0},
                  {"b", node.b >= 0},
                  {"carries", carries_word(node.carries)},
                  {"differs", node.differs()}};
  if (node.a < 0 || node.b < 0) return out;
  out["other_parent"] = node.other_parent;
  out["rest"] = apart_json(node.rest);
  if (node.clip < 0) return out;
  out["clips"] = apart_json(node.clips);
  out["clip"] = clean_utf8(clip_name(r, r.diff.clips[idx(node.clip)]));
  out["time"] = node.time;
  return out;
}

DiffJson clip_json(const DiffReport& r, const ClipDiff& clip) {
  const auto name = [](const Scene& scene, int c) {
    return c < 0 ? DiffJson() : DiffJson(clean_utf8(clip_at(scene, c)->name));
  };
  DiffJson out = {{"a", name(r.a, clip.a)},
                  {"b", name(r.b, clip.b)},
                  {"duration_a", clip.duration_a},
                  {"duration_b", clip.duration_b},
                  {"differs", clip.differs}};
  if (clip.joint >= 0) {
    out["joint"] = clean_utf8(joint_name(r, r.diff.joints[idx(clip.joint)]));
  }
  if (clip.node >= 0) out["node"] = clean_utf8(node_name(r, r.diff.nodes[idx(clip.node)]));
  return out;
}

DiffJson layer_json(const LayerDiff& layer) {
  return {{"other", layer.other},
          {"lacking", layer.lacking},
          {"most", layer.most},
          {"vertex", layer.vertex}};
}

DiffJson surface_json(const DiffReport& r, const SurfaceDiff& s) {
  DiffJson out = {{"of", s.of_a ? "a" : "b"},    {"mesh", clean_utf8(mesh_name(r, s))},
                  {"vertices", s.vertices},      {"away", s.away},
                  {"metres", s.metres},          {"farthest", s.farthest},
                  {"compared", s.compared},      {"other_weights", s.other_weights},
                  {"weight", s.weight},          {"vertex", s.vertex},
                  {"joint", clean_utf8(s.joint)}};
  out["uv"] = {layer_json(s.uv[0]), layer_json(s.uv[1])};
  out["colours"] = layer_json(s.color);
  out["triangles"] = {{"compared", s.faces.triangles},
                      {"missing", s.faces.missing},
                      {"missing_at", s.faces.missing_at},
                      {"turned", s.faces.turned},
                      {"turned_at", s.faces.turned_at}};
  out["in_clips"] = nullptr;
  if (r.diff.surface_samples == 0) return out;
  const ClipSurfaceDiff& c = s.in_clips;
  out["in_clips"] = {{"away", c.away}, {"metres", c.metres}, {"vertex", c.vertex}};
  if (c.clip >= 0) {
    out["in_clips"]["clip"] = clean_utf8(clip_name(r, r.diff.clips[idx(c.clip)]));
    out["in_clips"]["time"] = c.time;
  }
  return out;
}

}  // namespace

std::string diff_text(const DiffReport& r) {
  const DiffAccount account = diff_account(r);
  std::string out =
      "A  " + printable(r.path_a) + "\nB  " + printable(r.path_b) + "\n" + account.limits + "\n\n";
  for (const DiffChapter& part : account.part) {
    out += line(kDiffWord[static_cast<int>(part.part)], part.says) + rows_text(part.rows) +
           rows_text(part.more);
  }
  return out + "\n" + first_text(account) +
         (account.same ? "They are the same.\n" : "They differ.\n");
}

std::string diff_json(const DiffReport& r) {
  DiffJson root = {{"a", clean_utf8(r.path_a)},
                   {"b", clean_utf8(r.path_b)},
                   {"same", r.diff.same()},
                   {"tolerance", r.options.tolerance},
                   {"size", r.diff.size.bind},
                   {"size_posed", r.diff.size.posed},
                   {"bind_space", nullptr},
                   {"differs", parts_json(r.diff.differs)},
                   {"ignored", parts_json(r.options.ignored)},
                   {"first", nullptr},
                   {"joints", DiffJson::array()},
                   {"clips", DiffJson::array()},
                   {"nodes", DiffJson::array()},
                   {"surface_samples", r.diff.surface_samples},
                   {"surfaces", DiffJson::array()},
                   {"morphs", DiffJson::array()},
                   {"skinning", DiffJson::array()},
                   {"materials", DiffJson::array()}};
  if (r.diff.bind_space != mat4(1.0f)) root["bind_space"] = matrix_rows(r.diff.bind_space);
  if (const int first = r.diff.first_joint(); first >= 0) {
    const JointDiff& joint = r.diff.joints[idx(first)];
    root["first"] = {{"joint", clean_utf8(joint_name(r, joint))},
                     {"by", parts_json(joint.differs)}};
  }
  for (const JointDiff& joint : r.diff.joints) root["joints"].push_back(joint_json(r, joint));
  for (const ClipDiff& clip : r.diff.clips) root["clips"].push_back(clip_json(r, clip));
  for (const NodeDiff& node : r.diff.nodes) root["nodes"].push_back(node_json(r, node));
  for (const SurfaceDiff& s : r.diff.surfaces) root["surfaces"].push_back(surface_json(r, s));
  for (const MorphDiff& m : r.diff.morphs) {
    root["morphs"].push_back({{"channel", clean_utf8(channel_name(r, m))},
                              {"a", m.a >= 0},
                              {"b", m.b >= 0},
                              {"weight", m.weight},
                              {"metres", m.metres},
                              {"vertices", m.place.other},
                              {"compared", m.place.compared},
                              {"clips", m.clips},
                              {"differs", m.differs}});
  }
  for (const SkinningDiff& s : r.diff.skinning) {
    root["skinning"].push_back(
        {{"mesh", clean_utf8(r.a.model->meshes[idx(s.a)].name)}, {"part", s.part}});
  }
  for (const MaterialDiff& m : r.diff.materials) {
    DiffJson what = DiffJson::array();
    for (const std::string& word : m.what) what.push_back(word);
    root["materials"].push_back(
        {{"name", clean_utf8(m.name)}, {"a", m.in_a}, {"b", m.in_b}, {"what", what}});
    if (m.mesh < 0) continue;
    root["materials"].back()["mesh"] = clean_utf8(r.a.model->meshes[idx(m.mesh)].name);
    root["materials"].back()["other"] = clean_utf8(m.other);
  }
  return pretty(root);
}

}  // namespace bindpose
