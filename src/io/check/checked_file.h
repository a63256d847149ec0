// What `check` said of one file: the findings with all names resolved, so that they need no model.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/check/check.h"

namespace bindpose {

struct ReportedFinding {
  Rule rule{};
  Severity severity = Severity::Info;
  std::string name;       // of the mesh or joint; "" of the file
  std::string place;      // Finding::place
  std::size_t count = 0;  // of vertices or joints
  double worst = 0.0;
  std::string unit;
  std::string clip;  // "" where it is not measured in one
  double time = 0.0;
  std::string text;
  std::vector<std::uint32_t> vertices;  // the first ones: kMostListed
  std::vector<std::string> joints;
  bool known = false;  // the baseline has it
};
inline constexpr std::size_t kMostListed = 100;

struct CheckedFile {
  std::string path;   // as it was named
  std::string error;  // one sentence where it could not be read; there are no findings then
  std::vector<ReportedFinding> findings;
  bool has_rig = true;  // false: no mesh has a skin, so that next to nothing could be judged
};

CheckedFile checked_file(const std::string& path, const Scene& scene,
                         std::span<const Finding> findings);

// As one line of JSON and back. The line may be anything: throws std::runtime_error.
std::string to_line(const CheckedFile& file);
CheckedFile from_line(std::string_view line);

// What a run said.
struct CheckReport {
  std::string profile;
  std::vector<CheckedFile> files;
  std::vector<std::uint8_t> rule_is_on;   // #kRules
  Severity fails_on = Severity::Warning;  // what is known never fails
  bool has_baseline = false;              // one was given, whatever it knows
};

struct CheckCount {
  std::size_t errors = 0, warnings = 0, notes = 0, known = 0, unreadable = 0;
};
CheckCount count_of(const CheckReport& report);
CheckCount count_of(const CheckedFile& file);
// Whether a finding that is not known is at least that bad.
bool fails(const CheckReport& report, const CheckedFile& file);

}  // namespace bindpose
