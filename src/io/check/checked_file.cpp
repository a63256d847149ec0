#include "io/check/checked_file.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/check/check_json.h"
#include "math/numbers.h"

namespace bindpose {
namespace {

Severity severity_of(const std::string& word) {
  for (const Severity s : {Severity::Info, Severity::Warning, Severity::Error}) {
    if (word == word_of(s)) return s;
  }
  throw std::runtime_error("no such severity");
}

ReportedFinding finding_of(const nlohmann::json& tree) {
  ReportedFinding f;
  const auto rule = find_rule(tree.at("code").get<std::string>());
  if (!rule) throw std::runtime_error("no such rule");
  f.rule = *rule;
  f.severity = severity_of(tree.at("severity").get<std::string>());
  f.name = tree.at("name").get<std::string>();
  f.place = tree.at("pointer").get<std::string>();
  f.count = tree.at("count").get<std::size_t>();
  // What is infinite is null in JSON.
  if (tree.contains("worst"))
    f.worst = tree["worst"].is_number() ? tree["worst"].get<double>()
                                        : std::numeric_limits<double>::infinity();
  f.unit = tree.value("unit", "");
  f.clip = tree.value("clip", "");
  f.time = tree.value("time", 0.0);
  f.text = tree.at("text").get<std::string>();
  f.vertices = tree.value("vertices", std::vector<std::uint32_t>());
  f.joints = tree.value("joints", std::vector<std::string>());
  return f;
}

}  // namespace

CheckedFile checked_file(const std::string& path, const Scene& scene,
                         std::span<const Finding> findings) {
  CheckedFile out;
  out.path = path;
  out.has_rig = has_rig(scene);
  for (const Finding& f : findings) {
    ReportedFinding r;
    r.rule = f.rule;
    r.severity = f.severity;
    r.name = f.name;
    r.place = f.place;
    r.count = f.count;
    r.worst = f.worst;
    r.unit = f.unit;
    if (const Clip* clip = clip_at(scene, f.clip)) {
      r.clip = clip->name;
      r.time = f.time;
    }
    r.text = f.text;
    r.vertices.assign(
        f.vertices.begin(),
        f.vertices.begin() + static_cast<std::ptrdiff_t>(std::min(f.vertices.size(), kMostListed)));
    for (std::size_t k = 0; k < std::min(f.joints.size(), kMostListed); ++k) {
      r.joints.push_back(scene.model->skeleton.name[idx(f.joints[k])]);
    }
    out.findings.push_back(std::move(r));
  }
  return out;
}

std::string to_line(const CheckedFile& file) {
  return check_json(file).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

CheckedFile from_line(std::string_view line) {
  const nlohmann::json tree = nlohmann::json::parse(line);
  CheckedFile out;
  out.path = tree.at("path").get<std::string>();
  out.error = tree.value("error", "");
  out.has_rig = tree.value("rig", true);
  if (!tree.contains("findings")) return out;
  for (const nlohmann::json& f : tree["findings"]) out.findings.push_back(finding_of(f));
  return out;
}

CheckCount count_of(const CheckedFile& file) {
  CheckCount out;
  out.unreadable = file.error.empty() ? 0 : 1;
  for (const ReportedFinding& f : file.findings) {
    if (f.known) {
      ++out.known;
    } else {
      ++(f.severity == Severity::Error     ? out.errors
         : f.severity == Severity::Warning ? out.warnings
                                           : out.notes);
    }
  }
  return out;
}

CheckCount count_of(const CheckReport& report) {
  CheckCount out;
  for (const CheckedFile& file : report.files) {
    const CheckCount one = count_of(file);
    out.errors += one.errors;
    out.warnings += one.warnings;
    out.notes += one.notes;
    out.known += one.known;
    out.unreadable += one.unreadable;
  }
  return out;
}

bool fails(const CheckReport& report, const CheckedFile& file) {
  return std::ranges::any_of(file.findings, [&](const ReportedFinding& f) {
    return !f.known && f.severity >= report.fails_on;
  });
}

}  // namespace bindpose
