// What `check` says, for persons and for programs.
#pragma once

#include <string>

#include "io/check/checked_file.h"

namespace bindpose {

// A line a file, its findings below it, and last how many there are.
std::string check_text(const CheckReport& report);
// {"profile", "files": [{"path", "error" (where it could not be read), "findings": [{"code",
// "severity", "known", "pointer", "name", "count", "worst", "unit", "clip", "time", "text",
// "vertices", "joints"}]}], "errors", "warnings", "notes", "known", "unreadable"}. Of vertices and
// joints the first hundred; what there is not is left out.
std::string check_json_text(const CheckReport& report);
// SARIF 2.1.0 (OASIS): a run, a result a finding; files that could not be read are notifications.
std::string check_sarif(const CheckReport& report, const std::string& version);
// JUnit's XML: a suite a file, a case a rule. What would not fail the command is told in
// <system-out>; a file that could not be read is an error of the case "import".
std::string check_junit(const CheckReport& report);

}  // namespace bindpose
