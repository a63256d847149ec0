#include "io/clips/retarget_text.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "io/text/json_text.h"
#include "io/text/text_table.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using ReportJson = nlohmann::ordered_json;

std::string number_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

const std::string& name_in(const Model& model, int joint) {
  return model.skeleton.name[idx(joint)];
}

// "a, b and 3 more".
std::string listed_names(const Model& model, const std::vector<int>& joints) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t k = 0; k < joints.size() && k < kShown; ++k) {
    text += (k == 0 ? "" : ", ") + printable(name_in(model, joints[k]));
  }
  if (joints.size() > kShown) text += " and " + std::to_string(joints.size() - kShown) + " more";
  return text;
}

ReportJson names_json(const Model& model, const std::vector<int>& joints) {
  ReportJson out = ReportJson::array();
  for (const int j : joints) out.push_back(clean_utf8(name_in(model, j)));
  return out;
}

std::string fit_text(const RetargetReport& r) {
  const RetargetFit& fit = r.summary.fit;
  std::string text = "Sizes " + number_text(fit.ratio) + " : 1";
  if (fit.turn != 0.0) text += ", turned by " + number_text(fit.turn) + " degrees to face one way";
  if (fit.aligned > 0) {
    text += ", the bind poses aligned at " + counted(fit.aligned, "joint", "joints");
  }
  return text + (fit.same_rig ? ", the same rig.\n" : ".\n");
}

}  // namespace

const char* word_of(PairedBy by) {
  switch (by) {
    case PairedBy::Part:
      return "part";
    case PairedBy::Name:
      return "name";
    case PairedBy::Place:
      return "place";
    case PairedBy::Hand:
      break;
  }
  return "map";
}

std::string retarget_text(const RetargetReport& r) {
  const Clip& clip = r.source.clips[idx(r.clip)];
  std::string out = "Clip " + printable(r.name) + " of " + number_text(clip.duration) +
                    " s, from " + printable(r.source.name) + " to " + printable(r.target.name) +
                    "\n\n" + counted(r.map.pair.size(), "pair", "pairs") +
                    " (joint, partner in the clip's file, found by)\n";
  std::vector<std::vector<std::string>> rows;
  for (const JointPair& p : r.map.pair) {
    const bool hips = p.target == r.map.target_hips;
    rows.push_back({printable(name_in(r.target, p.target)), printable(name_in(r.source, p.source)),
                    std::string(word_of(p.by)) + (hips ? ", hips" : "")});
  }
  out += table(rows, true);
  const RetargetSummary& s = r.summary;
  if (!s.target_without.empty()) {
    out += "Stay as they rest: " + listed_names(r.target, s.target_without) + "\n";
  }
  if (!s.source_without.empty()) {
    out += "Without a partner, their turns go to those below: " +
           listed_names(r.source, s.source_without) + "\n";
  }
  out += fit_text(r);
  if (s.held_back > 0) {
    out += counted(s.held_back, "joint also changes", "joints also change") +
           " place or size in the clip; only turns were taken.\n";
  }
  if (r.feet && s.contacts == 0) out += "No foot rests in the clip: none was held.\n";
  if (r.feet && s.contacts > 0) {
    out += "Feet held " + counted(s.contacts, "time", "times") + ": they slid by up to " +
           number_text(s.slip_before) + " m, now " + number_text(s.slip_after) + " m.\n";
  }
  if (!r.error) return out + printable(r.output) + " was written, but the clip is not in it.\n";
  return out + printable(r.output) + ": clip " + std::to_string(r.clips - 1) +
         ". Opened again it differs by at most " + number_text(r.error->degrees) + " degrees and " +
         number_text(r.error->metres) + " m (" + std::to_string(r.error->times) + " times).\n";
}

std::string retarget_json(const RetargetReport& r) {
  const RetargetSummary& s = r.summary;
  ReportJson root = {{"clip", clean_utf8(r.name)},
                     {"source", clean_utf8(r.source.name)},
                     {"target", clean_utf8(r.target.name)},
                     {"output", clean_utf8(r.output)},
                     {"duration", r.source.clips[idx(r.clip)].duration},
                     {"ratio", s.fit.ratio},
                     {"turn", s.fit.turn},
                     {"aligned", s.fit.aligned},
                     {"same_rig", s.fit.same_rig},
                     {"pairs", ReportJson::array()},
                     {"source_without", names_json(r.source, s.source_without)},
                     {"target_without", names_json(r.target, s.target_without)},
                     {"held_back", s.held_back},
                     {"feet", nullptr},
                     {"round_trip", nullptr}};
  for (const JointPair& p : r.map.pair) {
    ReportJson pair = {{"target", clean_utf8(name_in(r.target, p.target))},
                       {"source", clean_utf8(name_in(r.source, p.source))},
                       {"by", word_of(p.by)}};
    if (p.target == r.map.target_hips) pair["hips"] = true;
    root["pairs"].push_back(std::move(pair));
  }
  if (r.feet) {
    root["feet"] = {
        {"contacts", s.contacts}, {"slip_before", s.slip_before}, {"slip_after", s.slip_after}};
  }
  if (r.error) {
    root["round_trip"] = {
        {"metres", r.error->metres}, {"degrees", r.error->degrees}, {"times", r.error->times}};
  }
  return pretty(root);
}

}  // namespace bindpose
