// Files that say how to check: profiles, and baselines of what is known.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "io/check/checked_file.h"

namespace bindpose {

// {"base": "engine", "name", "influences": 4, "joints": 128, "sum": 0.001, "small": 0.002, "rules":
// {"WEIGHTS_LEAK": "error|warning|info|off"}}: whatever is not said is the base's ("rig"). Throws
// std::runtime_error with one sentence for anything else, words that are not known too.
CheckProfile read_profile(const std::filesystem::path& file);

// What was found once and is not new: by file, rule and name, how many vertices or joints.
struct Baseline {
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> count;
};
// {"bindpose_baseline": 1, "known": [{"file", "code", "name", "count"}]}. Throws as above.
Baseline read_baseline(const std::filesystem::path& file);
// Of all that was found, known or not. Throws std::runtime_error where it cannot be written.
void write_baseline(const CheckReport& report, const std::filesystem::path& file);
// Marks as known what the baseline has with at least as many vertices or joints.
void mark_known(const Baseline& baseline, CheckReport& report);

}  // namespace bindpose
