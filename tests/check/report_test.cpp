// What is said of findings, and the files that say how to check. All of them are untrusted.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "check/figure.h"
#include "io/check/check_files.h"
#include "io/check/check_text.h"
#include "scene/check/check.h"
#include "temp_folder.h"

namespace bindpose::tests {
namespace {

using nlohmann::json;

// An error, a note, names that XML and URIs do not take as they are.
CheckReport report_of_flaws() {
  Figure f = sound_figure();
  f.row[100].clear();
  f.row[opposite(100)].clear();
  f.row[200][0].weight -= 0.001f;
  f.row[200].push_back({kHips, 0.001f});
  auto model = model_of(f);
  model->meshes[0].name = "a <\"mesh\"> & \x01 more";
  const Scene scene = make_scene(model);
  CheckReport report;
  report.profile = "rig";
  report.rule_is_on.assign(kRuleCount, 1);
  report.files.push_back(
      checked_file("dir/a b:c\xC3\xA9.glb", scene, check(scene, *find_profile("rig"))));
  CheckedFile broken;
  broken.path = "broken.fbx";
  broken.error = "It is <broken>.";
  report.files.push_back(broken);
  return report;
}

TEST(CheckReports, ALineBringsAFileBackAsItWas) {
  const CheckedFile file = report_of_flaws().files[0];
  const CheckedFile back = from_line(to_line(file));
  EXPECT_EQ(to_line(back), to_line(file));
  ASSERT_EQ(back.findings.size(), 2u);
  EXPECT_EQ(back.findings[0].rule, Rule::NoWeight);
  EXPECT_EQ(back.findings[0].vertices, (std::vector<std::uint32_t>{100, opposite(100)}));
  for (const char* line : {"", "{", "[]", "{\"path\": 3}", "{\"path\": \"a\", \"findings\": [{}]}",
                           "{\"path\": \"a\", \"findings\": [{\"code\": \"NO\"}]}"}) {
    EXPECT_THROW(from_line(line), std::exception) << line;
  }
}

// JSON knows no infinity: it comes back all the same.
TEST(CheckReports, ALineBringsAnInfiniteFigureBack) {
  CheckedFile file = report_of_flaws().files[0];
  file.findings[0].unit = "m";
  file.findings[0].worst = INFINITY;
  const CheckedFile back = from_line(to_line(file));
  ASSERT_EQ(back.findings.size(), 2u);
  EXPECT_EQ(back.findings[0].worst, INFINITY);
}

// A mesh without any skin is no sound rig.
TEST(CheckReports, WithoutASkinThereIsNoRigToJudge) {
  auto model = model_of(sound_figure());
  const Scene sound = make_scene(model);
  EXPECT_TRUE(has_rig(sound));
  EXPECT_TRUE(checked_file("sound.glb", sound, {}).has_rig);
  auto stone = std::make_shared<Model>(*model);
  for (Mesh& mesh : stone->meshes) mesh.file_binding.skin.skinned = false;
  CheckReport report;
  report.profile = "rig";
  const CheckedFile file = checked_file("stone.obj", make_scene(stone), {});
  report.files.push_back(from_line(to_line(file)));
  EXPECT_EQ(check_text(report), "stone.obj: no mesh has a skin, so there is no rig to judge\n");
}

TEST(CheckReports, TextCountsAndTells) {
  const std::string text = check_text(report_of_flaws());
  EXPECT_NE(text.find("1 error, 1 note\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  error    VERTEX_WITHOUT_WEIGHT\n"), std::string::npos) << text;
  EXPECT_NE(text.find("broken.fbx: not read. It is <broken>."), std::string::npos) << text;
  EXPECT_NE(text.find("2 files: 1 error, 1 note; 1 not read"), std::string::npos) << text;
}

TEST(CheckReports, JsonHasCodeSeverityPointerAndCount) {
  const json root = json::parse(check_json_text(report_of_flaws()));
  EXPECT_EQ(root["errors"], 1);
  EXPECT_EQ(root["unreadable"], 1);
  const json& finding = root["files"][0]["findings"][0];
  EXPECT_EQ(finding["code"], "VERTEX_WITHOUT_WEIGHT");
  EXPECT_EQ(finding["severity"], "error");
  EXPECT_EQ(finding["pointer"], "/meshes/0/vertices/100");
  EXPECT_EQ(finding["count"], 2);
  EXPECT_EQ(root["files"][0]["findings"][1]["severity"], "note");
  EXPECT_EQ(root["notes"], 1);
}

// OASIS, "Static Analysis Results Interchange Format Version 2.1.0": what its schema requires of a
// log, a run, a tool, a result, and that indices and addresses are what they say.
TEST(CheckReports, SarifIsWhatItsStandardAsks) {
  const json root = json::parse(check_sarif(report_of_flaws(), "1.2.3"));
  EXPECT_EQ(root["version"], "2.1.0");
  ASSERT_EQ(root["runs"].size(), 1u);
  const json& run = root["runs"][0];
  const json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["name"], "bindpose");
  EXPECT_EQ(driver["semanticVersion"], "1.2.3");
  EXPECT_EQ(driver["rules"].size(), kRuleCount);
  ASSERT_EQ(run["results"].size(), 2u);
  for (const json& result : run["results"]) {
    EXPECT_EQ(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
    EXPECT_TRUE(result["message"]["text"].is_string());
    const json& level = result["level"];
    EXPECT_TRUE(level == "error" || level == "warning" || level == "note") << level;
    EXPECT_FALSE(result.contains("baselineState"));  // it is compared with nothing
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
              "dir/a%20b%3Ac%C3%A9.glb");
  }
  const json& invocation = run["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"], "It is <broken>.");
}

// What the schema of OASIS (sarif-schema-2.1.0.json) says of the objects that are written: members
// that each must have, and all those that it may have, of which the schema knows more, and forbids
// any others.
struct SarifObject {
  std::vector<std::string> must, may;
};
void expect_object(const json& value, const char* what) {
  static const std::map<std::string, SarifObject> kObjects{
      {"log", {{"version", "runs"}, {"$schema"}}},
      {"run", {{"tool"}, {"invocations", "results"}}},
      {"tool", {{"driver"}, {}}},
      {"toolComponent", {{"name"}, {"semanticVersion", "rules"}}},
      {"reportingDescriptor",
       {{"id"}, {"shortDescription", "fullDescription", "defaultConfiguration"}}},
      {"reportingConfiguration", {{}, {"level"}}},
      {"multiformatMessageString", {{"text"}, {}}},
      {"invocation", {{"executionSuccessful"}, {"toolExecutionNotifications"}}},
      {"notification", {{"message"}, {"level", "locations"}}},
      {"result",
       {{"message"},
        {"ruleId", "ruleIndex", "level", "locations", "partialFingerprints", "baselineState",
         "properties"}}},
      {"message", {{"text"}, {}}},
      {"location", {{}, {"physicalLocation", "logicalLocations"}}},
      {"physicalLocation", {{"artifactLocation"}, {}}},
      {"artifactLocation", {{}, {"uri"}}},
      {"logicalLocation", {{}, {"name", "fullyQualifiedName", "kind"}}}};
  const SarifObject& object = kObjects.at(what);
  ASSERT_TRUE(value.is_object()) << what;
  for (const std::string& name : object.must) EXPECT_TRUE(value.contains(name)) << what << name;
  for (const auto& [name, member] : value.items()) {
    const auto knows = [&](const std::vector<std::string>& list) {
      return std::ranges::find(list, name) != list.end();
    };
    EXPECT_TRUE(knows(object.must) || knows(object.may)) << what << " has " << name;
  }
}
void expect_location(const json& location) {
  expect_object(location, "location");
  expect_object(location["physicalLocation"], "physicalLocation");
  expect_object(location["physicalLocation"]["artifactLocation"], "artifactLocation");
  for (const json& l : location.value("logicalLocations", json::array()))
    expect_object(l, "logicalLocation");
}

TEST(CheckReports, SarifHasWhatItsSchemaRequiresAndNothingThatItForbids) {
  const json root = json::parse(check_sarif(report_of_flaws(), "1.2.3"));
  expect_object(root, "log");
  const json& run = root["runs"][0];
  expect_object(run, "run");
  expect_object(run["tool"], "tool");
  expect_object(run["tool"]["driver"], "toolComponent");
  for (const json& rule : run["tool"]["driver"]["rules"]) {
    expect_object(rule, "reportingDescriptor");
    expect_object(rule["shortDescription"], "multiformatMessageString");
    expect_object(rule["fullDescription"], "multiformatMessageString");
    expect_object(rule["defaultConfiguration"], "reportingConfiguration");
  }
  for (const json& invocation : run["invocations"]) {
    expect_object(invocation, "invocation");
    for (const json& notice : invocation["toolExecutionNotifications"]) {
      expect_object(notice, "notification");
      expect_object(notice["message"], "message");
      for (const json& location : notice["locations"]) expect_location(location);
    }
  }
  for (const json& result : run["results"]) {
    expect_object(result, "result");
    expect_object(result["message"], "message");
    for (const json& location : result["locations"]) expect_location(location);
    for (const auto& [name, print] : result["partialFingerprints"].items())
      EXPECT_TRUE(print.is_string()) << name;
  }
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(CheckReports, JunitHasACaseARuleAndAFailureAFinding) {
  CheckReport report = report_of_flaws();
  const std::string xml = check_junit(report);
  EXPECT_EQ(count(xml, "<testsuite "), 2u);
  EXPECT_EQ(count(xml, "<testcase "), kRuleCount + 1);
  EXPECT_EQ(count(xml, "<failure "), 1u) << xml;
  EXPECT_EQ(count(xml, "<error "), 1u);
  EXPECT_EQ(count(xml, "<system-out>"), 1u) << "the note fails nothing";
  EXPECT_NE(xml.find("a &lt;&quot;mesh&quot;&gt; &amp; "), std::string::npos) << xml;
  EXPECT_EQ(xml.find('\x01'), std::string::npos);
  EXPECT_EQ(count(xml, "<"), count(xml, ">"));
  EXPECT_NE(xml.find("<testsuites name=\"bindpose check\" tests=\"" +
                     std::to_string(kRuleCount + 1) + "\" failures=\"1\" errors=\"1\">"),
            std::string::npos)
      << xml.substr(0, 300);
}

// Jenkins' junit-10.xsd: attributes that each element must have, and children that it may have.
TEST(CheckReports, JunitHasTheAttributesThatItsSchemaRequires) {
  const std::string xml = check_junit(report_of_flaws());
  const std::map<std::string, std::vector<std::string>> required{
      {"testsuites", {}},     {"testsuite", {"name", "tests", "failures", "errors"}},
      {"testcase", {"name"}}, {"failure", {}},
      {"error", {}},          {"system-out", {}}};
  for (std::size_t at = xml.find('<', 2); at != std::string::npos; at = xml.find('<', at + 1)) {
    if (xml[at + 1] == '/') continue;
    const std::string tag = xml.substr(at + 1, xml.find('>', at) - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /"));
    ASSERT_TRUE(required.contains(name)) << tag;
    for (const std::string& attribute : required.at(name))
      EXPECT_NE(tag.find(" " + attribute + "=\""), std::string::npos) << tag;
  }
}

class CheckFiles : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) {
    const auto path = temp_folder() / "file.json";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
};

template <typename Read>
std::string refusal(Read read) {
  try {
    read();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}

TEST_F(CheckFiles, AProfileChangesWhatItNames) {
  const CheckProfile p = read_profile(
      file(R"({"base": "engine", "name": "ours", "influences": 8, "joints": 75, "sum": 0.01,
               "small": 0.001, "rules": {"WEIGHTS_LEAK": "error", "WEIGHTS_JUMP": "off",
               "WEIGHTS_ASYMMETRIC": "note", "SKIN_SEVERAL_ROOTS": "info"}})"));
  EXPECT_EQ(p.name, "ours");
  EXPECT_EQ(p.influences, 8);
  EXPECT_EQ(p.joints, 75);
  EXPECT_FLOAT_EQ(p.sum, 0.01f);
  EXPECT_FLOAT_EQ(p.tiny, 0.001f);
  EXPECT_EQ(p.of(Rule::Leak), Severity::Error);
  EXPECT_FALSE(p.of(Rule::Jump));
  EXPECT_EQ(p.of(Rule::Asymmetry), Severity::Info);
  EXPECT_EQ(p.of(Rule::SeveralRoots), Severity::Info) << "a note, as it was once called";
  EXPECT_EQ(p.of(Rule::DuplicateName), Severity::Error) << "the base's";
}

TEST_F(CheckFiles, AProfileOfAnythingElseIsASentence) {
  const std::pair<const char*, const char*> bad[] = {
      {"", "not valid JSON"},
      {"[1]", "no object"},
      {"{\"base\": \"unreal\"}", "\"base\" is rig, gltf, engine or vrm"},
      {"{\"base\": 3}", "\"base\" is"},
      {"{\"influences\": 0}", "1 to 64"},
      {"{\"influences\": \"many\"}", "1 to 64"},
      {"{\"joints\": 1e300}", "0 to 65536"},
      {"{\"sum\": -1}", "0 to 1"},
      {"{\"rules\": []}", "\"rules\" is no object"},
      {"{\"rules\": {\"WEIGHTS_LEAKS\": \"error\"}}", "; did you mean \"WEIGHTS_LEAK\"?"},
      {"{\"rules\": {\"WEIGHTS_LEAK\": 1}}", "error, warning, note or off"},
      {"{\"influence\": 4}", "none of base"},
      {"{\"a\": [[[[[[[[[[1]]]]]]]]]]}", "nested"},
  };
  for (const auto& [text, says] : bad) {
    const std::string said = refusal([&] { read_profile(file(text)); });
    EXPECT_NE(said.find(says), std::string::npos) << text << "\n" << said;
    EXPECT_EQ(said.find("?."), std::string::npos) << said;
  }
  EXPECT_NE(refusal([&] { read_profile(temp_folder() / "nowhere.json"); }), "");
}

TEST_F(CheckFiles, WhatABaselineHasIsKnownUntilThereIsMore) {
  CheckReport report = report_of_flaws();
  EXPECT_TRUE(fails(report, report.files[0]));
  const auto path = temp_folder() / "known.json";
  write_baseline(report, path);
  const Baseline baseline = read_baseline(path);
  mark_known(baseline, report);
  EXPECT_FALSE(fails(report, report.files[0]));
  EXPECT_EQ(count_of(report).known, 2u);
  EXPECT_EQ(count_of(report).errors, 0u);
  EXPECT_NE(check_text(report).find("  known    VERTEX"), std::string::npos);
  EXPECT_EQ(count(check_junit(report), "<failure "), 0u);
  report.files[0].path = "./dir//a b:c\xC3\xA9.glb";  // the same file
  mark_known(baseline, report);
  EXPECT_FALSE(fails(report, report.files[0]));
  report.files[0].findings[0].count += 1;
  mark_known(baseline, report);
  EXPECT_TRUE(fails(report, report.files[0])) << "one vertex more is new";
  report.files[0].findings[0].count -= 1;
  report.files[0].path = "other.glb";
  mark_known(baseline, report);
  EXPECT_TRUE(fails(report, report.files[0])) << "another file";
}

TEST_F(CheckFiles, ABaselineOfAnythingElseIsASentence) {
  const std::pair<const char*, const char*> bad[] = {
      {"{", "not valid JSON"},
      {"[]", "\"bindpose_baseline\" is missing"},
      {"{\"bindpose_baseline\": 2}", "later version"},
      {"{\"bindpose_baseline\": 1}", "no list"},
      {"{\"bindpose_baseline\": 1, \"known\": {}}", "no list"},
      {"{\"bindpose_baseline\": 1, \"known\": [1]}", "no \"file\""},
      {"{\"bindpose_baseline\": 1, \"known\": [{\"file\": \"a\", \"code\": \"b\", \"name\": \"c\", "
       "\"count\": -1}]}",
       "no \"count\""},
  };
  for (const auto& [text, says] : bad) {
    const std::string said = refusal([&] { read_baseline(file(text)); });
    EXPECT_NE(said.find(says), std::string::npos) << text << "\n" << said;
  }
}

}  // namespace
}  // namespace bindpose::tests
