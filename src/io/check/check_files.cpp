#include "io/check/check_files.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/files/file_writer.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 25;

// The same file by other words: "./a//b.glb" is "a/b.glb".
std::string plain_path(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().generic_string();
}

double number_of(const nlohmann::json& tree, const std::string& subject, const std::string& key,
                 double low, double high) {
  const double x = tree.is_number() ? tree.get<double>() : std::nan("");
  if (!(x >= low && x <= high)) {
    char range[64];
    std::snprintf(range, sizeof range, "%g to %g", low, high);
    refuse_json(subject, "\"" + key + "\" is a number from " + range);
  }
  return x;
}

void read_rules(const nlohmann::json& rules, const std::string& subject, CheckProfile& to) {
  if (!rules.is_object()) refuse_json(subject, "\"rules\" is no object of codes and severities");
  std::vector<std::string> codes;
  for (const RuleInfo& r : kRules) codes.emplace_back(r.code);
  for (const auto& [code, value] : rules.items()) {
    const auto rule = find_rule(code);
    if (!rule) {
      refuse_json(subject, "there is no rule \"" + clean_utf8(code) + "\"" +
                               did_you_mean(clean_utf8(code), codes));
    }
    const std::string word = value.is_string() ? value.get<std::string>() : "";
    std::optional<Severity>& severity = to.severity[static_cast<std::size_t>(*rule)];
    if (word == "error") {
      severity = Severity::Error;
    } else if (word == "warning") {
      severity = Severity::Warning;
    } else if (word == "note" || word == "info") {  // the latter as it was once called
      severity = Severity::Info;
    } else if (word == "off") {
      severity.reset();
    } else {
      refuse_json(subject, "\"" + code + "\" is error, warning, note or off");
    }
  }
}

}  // namespace

CheckProfile read_profile(const std::filesystem::path& file) {
  const std::string subject = "The profile " + file.string();
  const nlohmann::json root = read_json(file, subject, kLargestFile);
  if (!root.is_object()) refuse_json(subject, "it is JSON, but no object");
  std::string base = "rig";
  if (root.contains("base")) base = root["base"].is_string() ? root["base"].get<std::string>() : "";
  std::optional<CheckProfile> found = find_profile(base);
  if (!found) refuse_json(subject, "\"base\" is rig, gltf, engine or vrm");
  CheckProfile out = std::move(*found);
  out.name = file.filename().string();
  for (const auto& [key, value] : root.items()) {
    if (key == "influences") {
      out.influences = static_cast<int>(number_of(value, subject, key, 1, 64));
    } else if (key == "joints") {
      out.joints = static_cast<int>(number_of(value, subject, key, 0, 65536));
    } else if (key == "sum") {
      out.sum = static_cast<float>(number_of(value, subject, key, 0.0, 1.0));
    } else if (key == "small") {
      out.tiny = static_cast<float>(number_of(value, subject, key, 0.0, 0.5));
    } else if (key == "rules") {
      read_rules(value, subject, out);
    } else if (key == "name") {
      if (value.is_string()) out.name = clean_utf8(value.get<std::string>());
    } else if (key != "base") {
      refuse_json(subject, "it says \"" + clean_utf8(key) +
                               "\", which is none of base, name, influences, joints, sum, small "
                               "and rules");
    }
  }
  return out;
}

Baseline read_baseline(const std::filesystem::path& file) {
  const std::string subject = "The baseline " + file.string();
  const nlohmann::json root = read_json(file, subject, kLargestFile);
  if (!root.is_object() || !root.contains("bindpose_baseline")) {
    refuse_json(subject, "it is JSON, but no baseline: \"bindpose_baseline\" is missing");
  }
  if (root["bindpose_baseline"] != 1) {
    refuse_json(subject, "it was written by a later version; \"bindpose_baseline\" is not 1");
  }
  const auto known = root.find("known");
  if (known == root.end() || !known->is_array()) refuse_json(subject, "\"known\" is no list");
  Baseline out;
  for (const nlohmann::json& entry : *known) {
    const auto word = [&](const char* key) -> std::string {
      if (!entry.is_object() || !entry.contains(key) || !entry[key].is_string()) {
        refuse_json(subject, std::string("an entry of \"known\" has no \"") + key + "\"");
      }
      return entry[key].get<std::string>();
    };
    const std::string named = word("file"), code = word("code");
    const auto key = std::tuple(plain_path(named), code, word("name"));
    if (!entry.contains("count") || !entry["count"].is_number_unsigned()) {
      refuse_json(subject, "an entry of \"known\" has no \"count\"");
    }
    std::size_t& count = out.count[key];
    count = std::max(count, entry["count"].get<std::size_t>());
  }
  return out;
}

void write_baseline(const CheckReport& report, const std::filesystem::path& file) {
  nlohmann::ordered_json root = {{"bindpose_baseline", 1},
                                 {"known", nlohmann::ordered_json::array()}};
  for (const CheckedFile& checked : report.files) {
    for (const ReportedFinding& f : checked.findings) {
      root["known"].push_back({{"file", clean_utf8(plain_path(checked.path))},
                               {"code", info_of(f.rule).code},
                               {"name", clean_utf8(f.name)},
                               {"count", f.count}});
    }
  }
  FileWriter writer(file);
  writer.write(pretty(root));
  writer.commit();
}

void mark_known(const Baseline& baseline, CheckReport& report) {
  report.has_baseline = true;
  for (CheckedFile& file : report.files) {
    const std::string path = clean_utf8(plain_path(file.path));
    for (ReportedFinding& f : file.findings) {
      const auto at =
          baseline.count.find({path, std::string(info_of(f.rule).code), clean_utf8(f.name)});
      f.known = at != baseline.count.end() && f.count <= at->second;
    }
  }
}

}  // namespace bindpose
