#include "io/diff/diff_text.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>

#include "io/text/import_report.h"
#include "io/text/json_text.h"
#include "io/text/text_table.h"
#include "math/numbers.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostShown = 8;  // lines a part; JSON has all

using DiffJson = nlohmann::ordered_json;

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

std::string metres(double x) {
  return x < 0.01 ? number(1000.0 * x) + " mm" : number(x) + " m";
}

std::string degrees(double x) {
  return number(x) + (x == 1.0 ? " degree" : " degrees");
}

const std::string& joint_name(const DiffReport& r, const JointDiff& joint) {
  return joint.a >= 0 ? r.a.model->skeleton.name[idx(joint.a)]
                      : r.b.model->skeleton.name[idx(joint.b)];
}

const std::string& clip_name(const DiffReport& r, const ClipDiff& clip) {
  return clip.a >= 0 ? clip_at(r.a, clip.a)->name : clip_at(r.b, clip.b)->name;
}

std::string apart_text(const Apart& apart) {
  std::string text = metres(apart.metres) + ", " + degrees(apart.degrees);
  return apart.scale > 0.0 ? text + ", scale " + number(apart.scale) : text;
}

std::string parent_name(const Model& model, int parent) {
  return parent < 0 ? "none" : printable(model.skeleton.name[idx(parent)]);
}

// What a joint differs in, in that part.
std::string joint_words(const DiffReport& r, const JointDiff& joint, DiffPart part) {
  switch (part) {
    case DiffPart::Joints:
      return joint.b < 0 ? "only in A" : "only in B";
    case DiffPart::Parents:
      return "below " + parent_name(*r.a.model, joint.parent_a) + " in A, " +
             parent_name(*r.b.model, joint.parent_b) + " in B";
    case DiffPart::Bind:
      return metres(joint.bind.metres);
    case DiffPart::Axes:
      return degrees(joint.bind.degrees);
    case DiffPart::Rest:
      return apart_text(joint.rest);
    default:
      break;
  }
  return apart_text(joint.clips) + ", clip " +
         (joint.clip < 0 ? "" : printable(clip_name(r, r.diff.clips[idx(joint.clip)]))) + " at " +
         number(joint.time) + " s";
}

double badness(const JointDiff& joint, DiffPart part) {
  switch (part) {
    case DiffPart::Bind:
      return joint.bind.metres;
    case DiffPart::Axes:
      return joint.bind.degrees;
    case DiffPart::Rest:
      return joint.rest.metres + joint.rest.degrees * 1e-2 + joint.rest.scale;
    case DiffPart::Clips:
      return joint.clips.metres + joint.clips.degrees * 1e-2 + joint.clips.scale;
    default:
      return 0.0;  // in their own order
  }
}

std::string line(const char* part, const std::string& text) {
  std::string out = std::string(part) + std::string(11 - std::string(part).size(), ' ');
  return out + text + "\n";
}

std::string rest_of(std::size_t all) {
  return all > kMostShown ? "             and " + counted(all - kMostShown, "more", "more") + "\n"
                          : "";
}

std::string rows_text(std::vector<std::vector<std::string>> rows) {
  const std::size_t all = rows.size();
  if (all > kMostShown) rows.resize(kMostShown);
  std::string out, text = table(rows, true);
  for (std::size_t at = 0; at < text.size();) {  // further in than their part
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += "           " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out + rest_of(all);
}

// The worst first.
std::vector<std::vector<std::string>> joint_rows(const DiffReport& r, DiffPart part) {
  std::vector<const JointDiff*> differ;
  for (const JointDiff& joint : r.diff.joints) {
    if (joint.differs[static_cast<int>(part)]) differ.push_back(&joint);
  }
  std::ranges::stable_sort(differ, std::greater<>(),
                           [&](const JointDiff* j) { return badness(*j, part); });
  std::vector<std::vector<std::string>> rows;
  for (const JointDiff* joint : differ) {
    rows.push_back({printable(joint_name(r, *joint)), joint_words(r, *joint, part)});
  }
  return rows;
}

std::string joints_text(const DiffReport& r, DiffPart part) {
  const auto rows = joint_rows(r, part);
  double most = 0.0;
  std::size_t both = 0;
  for (const JointDiff& joint : r.diff.joints) {
    if (joint.a >= 0 && joint.b >= 0) ++both;
    if (part == DiffPart::Bind) most = std::max(most, joint.bind.metres);
    if (part == DiffPart::Axes) most = std::max(most, joint.bind.degrees);
    if (part == DiffPart::Rest) most = std::max(most, joint.rest.metres);
  }
  const char* word = kDiffWord[static_cast<int>(part)];
  if (rows.empty()) {
    const bool plain = part == DiffPart::Joints || part == DiffPart::Parents;
    const std::string of = counted(both, "joint", "joints");
    return line(word, "the same" + (plain ? " (" + of + ")"
                                          : ", to " + (part == DiffPart::Axes ? degrees(most)
                                                                              : metres(most))));
  }
  return line(word, counted(rows.size(), "joint differs", "joints differ") + " of " +
                        grouped(r.diff.joints.size())) +
         rows_text(rows);
}

std::string clips_text(const DiffReport& r) {
  std::vector<std::vector<std::string>> rows;
  std::size_t both = 0;
  for (const ClipDiff& clip : r.diff.clips) {
    if (clip.a >= 0 && clip.b >= 0) ++both;
    if (!clip.differs) continue;
    std::string words = clip.b < 0 ? "only in A" : clip.a < 0 ? "only in B" : "";
    if (words.empty() && std::abs(clip.duration_a - clip.duration_b) > 1e-4) {
      words = number(clip.duration_a) + " s in A, " + number(clip.duration_b) + " s in B";
    }
    if (clip.joint >= 0 && clip.a >= 0 && clip.b >= 0) {
      const JointDiff& joint = r.diff.joints[idx(clip.joint)];
      words += (words.empty() ? "" : "; ") + std::string("farthest at ") +
               printable(joint_name(r, joint));
    }
    rows.push_back({printable(clip_name(r, clip)), words});
  }
  if (r.diff.clips.empty()) return line("clips", "none in either");
  if (rows.empty()) {
    return line("clips", "the same (" + counted(both, "clip", "clips") + ", " +
                             std::to_string(r.options.samples) + " times each)");
  }
  std::string out = line("clips", counted(rows.size(), "clip differs", "clips differ") + " of " +
                                      grouped(r.diff.clips.size())) +
                    rows_text(rows);
  rows = joint_rows(r, DiffPart::Clips);
  return rows.empty() ? out : out + rows_text(rows);
}

const std::string& mesh_name(const DiffReport& r, const SurfaceDiff& s) {
  return (s.of_a ? r.a : r.b).model->meshes[idx(s.mesh)].name;
}

std::string surface_text(const DiffReport& r, bool weights) {
  std::vector<std::vector<std::string>> rows;
  double most = 0.0;
  std::size_t compared = 0;
  for (const SurfaceDiff& s : r.diff.surfaces) {
    most = std::max(most, weights ? s.weight : s.metres);
    compared += weights ? s.compared : s.vertices;
    if ((weights ? s.other_weights : s.away) == 0) continue;
    const std::string of = s.of_a ? " of A" : " of B";
    const std::string vertex = std::to_string(weights ? s.vertex : s.farthest);
    rows.push_back({printable(mesh_name(r, s)) + of,
                    weights
                        ? counted(s.other_weights, "vertex", "vertices") + " of " +
                              grouped(s.compared) + ", by " + number(s.weight) + " at most, at " +
                              vertex + (s.joint.empty() ? "" : " for " + printable(s.joint))
                        : counted(s.away, "vertex", "vertices") + " of " + grouped(s.vertices) +
                              " off the other surface, by " + metres(s.metres) + " at most, at " +
                              vertex});
  }
  const char* word = weights ? "weights" : "surface";
  if (r.diff.surfaces.empty()) return line(word, "none in either");
  if (rows.empty()) {
    return line(word, "the same (" + counted(compared, "vertex", "vertices") + " of both), to " +
                          (weights ? number(most) : metres(most)));
  }
  return line(word, counted(rows.size(), "mesh differs", "meshes differ")) + rows_text(rows);
}

const std::string& channel_name(const DiffReport& r, const MorphDiff& morph) {
  return morph.a >= 0 ? r.a.model->morph_channels[idx(morph.a)].name
                      : r.b.model->morph_channels[idx(morph.b)].name;
}

std::string morphs_text(const DiffReport& r) {
  if (r.diff.morphs.empty()) return line("morphs", "none in either");
  std::vector<std::vector<std::string>> rows;
  const double t = r.options.tolerance;
  for (const MorphDiff& m : r.diff.morphs) {
    if (!m.differs) continue;
    std::string words = m.b < 0 ? "only in A" : m.a < 0 ? "only in B" : "";
    const auto say = [&words](const std::string& text) {
      words += (words.empty() ? "" : ", ") + text;
    };
    if (m.weight > t) say("m_k by " + number(m.weight) + " at rest");
    if (m.metres > 2.0 * t * r.diff.size) say("its shape by " + metres(m.metres));
    if (m.clips > t) {
      say("m_k by " + number(m.clips) + " in clip " +
          printable(clip_name(r, r.diff.clips[idx(m.clip)])));
    }
    rows.push_back({printable(channel_name(r, m)), words});
  }
  if (rows.empty()) {
    return line("morphs",
                "the same (" + counted(r.diff.morphs.size(), "channel", "channels") + ")");
  }
  return line("morphs", counted(rows.size(), "channel differs", "channels differ") + " of " +
                            grouped(r.diff.morphs.size())) +
         rows_text(rows);
}

std::string materials_text(const DiffReport& r) {
  if (r.diff.materials.empty()) return line("materials", "the same");
  std::vector<std::vector<std::string>> rows;
  for (const MaterialDiff& m : r.diff.materials) {
    std::string words = !m.in_b ? "only in A" : !m.in_a ? "only in B" : "";
    for (const std::string& what : m.what) words += (words.empty() ? "" : ", ") + what;
    rows.push_back({printable(m.name), words});
  }
  return line("materials", counted(rows.size(), "material differs", "materials differ")) +
         rows_text(rows);
}

std::string first_text(const DiffReport& r) {
  const int first = r.diff.first_joint();
  if (first < 0) return "";
  const JointDiff& joint = r.diff.joints[idx(first)];
  const auto part =
      static_cast<DiffPart>(std::ranges::find(joint.differs, true) - std::begin(joint.differs));
  return "The first joint that differs is " + printable(joint_name(r, joint)) + ", in " +
         kDiffWord[static_cast<int>(part)] + ": " + joint_words(r, joint, part) + ".\n";
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
  out["bind"] = {{"metres", joint.bind.metres}, {"degrees", joint.bind.degrees}};
  out["rest"] = apart_json(joint.rest);
  if (joint.clip >= 0) {
    out["clips"] = apart_json(joint.clips);
    out["clip"] = clean_utf8(clip_name(r, r.diff.clips[idx(joint.clip)]));
    out["time"] = joint.time;
  }
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
  return out;
}

DiffJson surface_json(const DiffReport& r, const SurfaceDiff& s) {
  return {{"of", s.of_a ? "a" : "b"},    {"mesh", clean_utf8(mesh_name(r, s))},
          {"vertices", s.vertices},      {"away", s.away},
          {"metres", s.metres},          {"farthest", s.farthest},
          {"compared", s.compared},      {"other_weights", s.other_weights},
          {"weight", s.weight},          {"vertex", s.vertex},
          {"joint", clean_utf8(s.joint)}};
}

}  // namespace

std::string diff_text(const DiffReport& r) {
  const double t = r.options.tolerance;
  std::string out = "A  " + printable(r.path_a) + "\nB  " + printable(r.path_b) + "\nTo " +
                    number(t) + ": " + metres(t * r.diff.size) + " of " + metres(r.diff.size) +
                    ", " + degrees(t * kDegreesPerRadian) + "\n\n";
  for (int p = 0; p < kDiffParts; ++p) {
    if (r.options.ignored[p]) {
      out += line(kDiffWord[p], "ignored");
      continue;
    }
    switch (const auto part = static_cast<DiffPart>(p)) {
      case DiffPart::Clips:
        out += clips_text(r);
        break;
      case DiffPart::Surface:
      case DiffPart::Weights:
        out += surface_text(r, part == DiffPart::Weights);
        break;
      case DiffPart::Morphs:
        out += morphs_text(r);
        break;
      case DiffPart::Materials:
        out += materials_text(r);
        break;
      default:
        out += joints_text(r, part);
    }
  }
  return out + "\n" + first_text(r) + (r.diff.same() ? "They are the same.\n" : "They differ.\n");
}

std::string diff_json(const DiffReport& r) {
  DiffJson root = {{"a", clean_utf8(r.path_a)},
                   {"b", clean_utf8(r.path_b)},
                   {"same", r.diff.same()},
                   {"tolerance", r.options.tolerance},
                   {"size", r.diff.size},
                   {"differs", parts_json(r.diff.differs)},
                   {"ignored", parts_json(r.options.ignored)},
                   {"first", nullptr},
                   {"joints", DiffJson::array()},
                   {"clips", DiffJson::array()},
                   {"surfaces", DiffJson::array()},
                   {"morphs", DiffJson::array()},
                   {"materials", DiffJson::array()}};
  if (const int first = r.diff.first_joint(); first >= 0) {
    const JointDiff& joint = r.diff.joints[idx(first)];
    root["first"] = {{"joint", clean_utf8(joint_name(r, joint))},
                     {"by", parts_json(joint.differs)}};
  }
  for (const JointDiff& joint : r.diff.joints) root["joints"].push_back(joint_json(r, joint));
  for (const ClipDiff& clip : r.diff.clips) root["clips"].push_back(clip_json(r, clip));
  for (const SurfaceDiff& s : r.diff.surfaces) root["surfaces"].push_back(surface_json(r, s));
  for (const MorphDiff& m : r.diff.morphs) {
    root["morphs"].push_back({{"channel", clean_utf8(channel_name(r, m))},
                              {"a", m.a >= 0},
                              {"b", m.b >= 0},
                              {"weight", m.weight},
                              {"metres", m.metres},
                              {"clips", m.clips},
                              {"differs", m.differs}});
  }
  for (const MaterialDiff& m : r.diff.materials) {
    DiffJson what = DiffJson::array();
    for (const std::string& word : m.what) what.push_back(word);
    root["materials"].push_back(
        {{"name", clean_utf8(m.name)}, {"a", m.in_a}, {"b", m.in_b}, {"what", what}});
  }
  return pretty(root);
}

}  // namespace bindpose
