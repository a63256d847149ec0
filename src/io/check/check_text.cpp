#include "io/check/check_text.h"

#include <nlohmann/json.hpp>

#include "io/check/check_json.h"
#include "io/text/json_text.h"
#include "io/text/text_table.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using CheckJson = nlohmann::ordered_json;

// "2 errors, 1 warning and 3 notes"; "nothing".
std::string counts_in_words(const CheckCount& n) {
  std::string out;
  const auto add = [&out](std::size_t count, const char* one, const char* many) {
    if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, one, many);
  };
  add(n.errors, "error", "errors");
  add(n.warnings, "warning", "warnings");
  add(n.notes, "note", "notes");
  add(n.known, "known", "known");
  return out.empty() ? "nothing found" : out;
}

std::string file_text(const CheckedFile& file) {
  std::string out = printable(file.path) + ": ";
  if (!file.error.empty()) return out + "not read. " + printable(file.error) + "\n";
  const std::string counts = counts_in_words(count_of(file));
  if (!file.has_rig) out += "no mesh has a skin, so there is no rig to judge";
  if (file.has_rig || !file.findings.empty()) out += (file.has_rig ? "" : "; ") + counts;
  out += "\n";
  std::vector<std::vector<std::string>> rows;
  for (const ReportedFinding& f : file.findings) {
    const RuleInfo& rule = info_of(f.rule);
    const bool named = !f.name.empty() && rule.concerns != Concerns::File;
    rows.push_back({f.known ? "known" : std::string(word_of(f.severity)), std::string(rule.code),
                    (named ? printable(f.name) + ": " : std::string()) + printable(f.text)});
  }
  for (const auto& row : rows) {
    out += "  " + row[0] + std::string(9 - row[0].size(), ' ') + row[1] + "\n           " + row[2] +
           "\n";
  }
  return out;
}

}  // namespace

std::string check_text(const CheckReport& report) {
  std::string out;
  for (const CheckedFile& file : report.files) out += file_text(file);
  if (report.files.size() < 2) return out;
  const CheckCount n = count_of(report);
  out += counted(report.files.size(), "file", "files") + ": " + counts_in_words(n);
  if (n.unreadable > 0) out += "; " + std::to_string(n.unreadable) + " not read";
  return out + "\n";
}

CheckJson check_json(const CheckedFile& file) {
  CheckJson out = {{"path", clean_utf8(file.path)}};
  if (!file.error.empty()) {
    out["error"] = clean_utf8(file.error);
    return out;
  }
  if (!file.has_rig) out["rig"] = false;
  out["findings"] = CheckJson::array();
  for (const ReportedFinding& f : file.findings) {
    CheckJson tree = {
        {"code", info_of(f.rule).code}, {"severity", word_of(f.severity)}, {"known", f.known},
        {"pointer", f.place},           {"name", clean_utf8(f.name)},      {"count", f.count}};
    if (!f.unit.empty()) {
      tree["worst"] = f.worst;
      tree["unit"] = f.unit;
    }
    if (!f.clip.empty()) {
      tree["clip"] = clean_utf8(f.clip);
      tree["time"] = f.time;
    }
    tree["text"] = clean_utf8(f.text);
    if (!f.vertices.empty()) tree["vertices"] = f.vertices;
    if (!f.joints.empty()) {
      tree["joints"] = CheckJson::array();
      for (const std::string& joint : f.joints) tree["joints"].push_back(clean_utf8(joint));
    }
    out["findings"].push_back(std::move(tree));
  }
  return out;
}

std::string check_json_text(const CheckReport& report) {
  const CheckCount n = count_of(report);
  CheckJson root = {{"profile", clean_utf8(report.profile)}, {"files", CheckJson::array()}};
  for (const CheckedFile& file : report.files) root["files"].push_back(check_json(file));
  root["errors"] = n.errors;
  root["warnings"] = n.warnings;
  root["notes"] = n.notes;
  root["known"] = n.known;
  root["unreadable"] = n.unreadable;
  return pretty(root);
}

}  // namespace bindpose
