// SARIF 2.1.0 and JUnit's XML, as continuous integration reads them.
#include <nlohmann/json.hpp>

#include "io/check/check_text.h"
#include "io/text/json_text.h"
#include "io/text/text_table.h"

namespace bindpose {
namespace {

using SarifJson = nlohmann::ordered_json;

// A path as a URI reference: what is neither a letter, a digit nor one of "-._~/" is a percent and
// two digits (RFC 3986), a colon too, lest the first part be taken for a scheme.
std::string uri_of(std::string_view path) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

const char* level_of(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

SarifJson text_of(const std::string& text) {
  return {{"text", clean_utf8(text)}};
}

SarifJson rules_json() {
  SarifJson out = SarifJson::array();
  for (const RuleInfo& r : kRules) {
    out.push_back({{"id", r.code},
                   {"shortDescription", {{"text", std::string(r.title) + "."}}},
                   {"fullDescription", {{"text", r.why}}},
                   {"defaultConfiguration", {{"level", level_of(r.severity)}}}});
  }
  return out;
}

SarifJson location_of(const std::string& path) {
  return {{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(path)}}}}}};
}

SarifJson result_json(const CheckedFile& file, const ReportedFinding& f, bool has_baseline) {
  const RuleInfo& rule = info_of(f.rule);
  SarifJson location = location_of(file.path);
  if (!f.place.empty()) {
    location["logicalLocations"] = SarifJson::array(
        {{{"name", clean_utf8(f.name)}, {"fullyQualifiedName", f.place}, {"kind", "object"}}});
  }
  SarifJson out = {
      {"ruleId", rule.code},
      {"ruleIndex", static_cast<std::size_t>(f.rule)},
      {"level", level_of(f.severity)},
      {"message", text_of((f.name.empty() ? "" : f.name + ": ") + f.text)},
      {"locations", SarifJson::array({location})},
      {"partialFingerprints", {{"bindpose/v1", std::string(rule.code) + " " + clean_utf8(f.name)}}},
      {"properties", {{"count", f.count}}}};
  // Of a run that is compared with no other one it must be absent (SARIF 2.1.0, 3.27.24).
  if (has_baseline) out["baselineState"] = f.known ? "unchanged" : "new";
  if (!f.unit.empty()) {
    out["properties"]["worst"] = f.worst;
    out["properties"]["unit"] = f.unit;
  }
  if (!f.clip.empty()) {
    out["properties"]["clip"] = clean_utf8(f.clip);
    out["properties"]["time"] = f.time;
  }
  return out;
}

// Text inside of XML, attributes too. Control characters are not allowed there, and printable()
// leaves none.
std::string xml(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string attribute(const char* name, std::string_view value) {
  return std::string(" ") + name + "=\"" + xml(value) + "\"";
}

std::string sentence(const ReportedFinding& f) {
  return (f.name.empty() ? "" : f.name + ": ") + f.text;
}

struct Suite {
  std::string cases;
  std::size_t tests = 0, failures = 0, errors = 0;
};

void add_case(const CheckReport& report, const CheckedFile& file, const RuleInfo& rule, Suite& to) {
  std::string inside, told;
  for (const ReportedFinding& f : file.findings) {
    if (f.rule != rule.rule) continue;
    if (f.known || f.severity < report.fails_on) {
      told += (told.empty() ? "" : "\n") + std::string(f.known ? "known: " : "") + xml(sentence(f));
    } else {
      inside += "      <failure" + attribute("type", word_of(f.severity)) +
                attribute("message", sentence(f)) + ">" + xml(f.place) + "</failure>\n";
    }
  }
  ++to.tests;
  to.failures += !inside.empty();
  to.cases += "    <testcase" + attribute("classname", file.path) + attribute("name", rule.code);
  if (inside.empty() && told.empty()) {
    to.cases += "/>\n";
    return;
  }
  if (!told.empty()) inside += "      <system-out>" + told + "</system-out>\n";
  to.cases += ">\n" + inside + "    </testcase>\n";
}

Suite suite_of(const CheckReport& report, const CheckedFile& file) {
  Suite suite;
  if (!file.error.empty()) {
    suite.tests = suite.errors = 1;
    suite.cases = "    <testcase" + attribute("classname", file.path) +
                  attribute("name", "import") + ">\n      <error" +
                  attribute("message", file.error) + "/>\n    </testcase>\n";
    return suite;
  }
  for (const RuleInfo& rule : kRules) {
    if (report.rule_is_on[static_cast<std::size_t>(rule.rule)] != 0) {
      add_case(report, file, rule, suite);
    }
  }
  return suite;
}

std::string counts(const Suite& s) {
  return attribute("tests", std::to_string(s.tests)) +
         attribute("failures", std::to_string(s.failures)) +
         attribute("errors", std::to_string(s.errors));
}

}  // namespace

std::string check_sarif(const CheckReport& report, const std::string& version) {
  SarifJson results = SarifJson::array(), notices = SarifJson::array();
  for (const CheckedFile& file : report.files) {
    if (!file.error.empty()) {
      notices.push_back({{"level", "error"},
                         {"message", text_of(file.error)},
                         {"locations", SarifJson::array({location_of(file.path)})}});
    }
    for (const ReportedFinding& f : file.findings)
      results.push_back(result_json(file, f, report.has_baseline));
  }
  SarifJson run = {
      {"tool",
       {{"driver", {{"name", "bindpose"}, {"semanticVersion", version}, {"rules", rules_json()}}}}},
      {"invocations", SarifJson::array({{{"executionSuccessful", notices.empty()},
                                         {"toolExecutionNotifications", notices}}})},
      {"results", results}};
  const SarifJson root = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                          {"version", "2.1.0"},
                          {"runs", SarifJson::array({run})}};
  return pretty(root);
}

std::string check_junit(const CheckReport& report) {
  Suite all;
  for (const CheckedFile& file : report.files) {
    const Suite suite = suite_of(report, file);
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.cases += "  <testsuite" + attribute("name", file.path) + counts(suite) + ">\n" +
                 suite.cases + "  </testsuite>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
         attribute("name", "bindpose check") + counts(all) + ">\n" + all.cases + "</testsuites>\n";
}

}  // namespace bindpose
