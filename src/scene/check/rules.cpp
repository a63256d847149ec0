#include "scene/check/rules.h"

#include <initializer_list>
#include <utility>

namespace bindpose {
namespace {

using RuleChange = std::pair<Rule, std::optional<Severity>>;

CheckProfile profile(std::string_view name, std::initializer_list<RuleChange> changes) {
  CheckProfile out;
  out.name = name;
  for (const RuleInfo& r : kRules) out.severity[static_cast<std::size_t>(r.rule)] = r.severity;
  out.severity[static_cast<std::size_t>(Rule::MissingHumanBone)].reset();
  for (const auto& [rule, severity] : changes) {
    out.severity[static_cast<std::size_t>(rule)] = severity;
  }
  return out;
}

CheckProfile strict_gltf() {
  CheckProfile out = profile("gltf", {{Rule::SumNotOne, Severity::Error},
                                      {Rule::Island, Severity::Info},
                                      {Rule::Leak, Severity::Info},
                                      {Rule::Jump, Severity::Info},
                                      {Rule::OpenSeam, Severity::Info},
                                      {Rule::OneSided, Severity::Info},
                                      {Rule::DuplicateName, Severity::Info},
                                      {Rule::MirroredBind, Severity::Info},
                                      {Rule::ShearedBind, Severity::Info},
                                      {Rule::TooManyJoints, std::nullopt}});
  out.sum = 0.0f;
  return out;
}

CheckProfile engine() {
  CheckProfile out = profile("engine", {{Rule::SeveralRoots, Severity::Error},
                                        {Rule::DuplicateName, Severity::Error},
                                        {Rule::TooManyJoints, Severity::Error},
                                        {Rule::FarFromRest, Severity::Info}});
  out.joints = 256;  // what indices of 8 bits can name
  return out;
}

CheckProfile vrm() {
  return profile("vrm", {{Rule::MissingHumanBone, Severity::Error},
                         {Rule::DuplicateName, Severity::Error},
                         {Rule::BrokenVrm, Severity::Error}});
}

}  // namespace

std::optional<Rule> find_rule(std::string_view code) {
  for (const RuleInfo& r : kRules) {
    if (r.code == code) return r.rule;
  }
  return {};
}

std::string_view word_of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    default:
      return "note";
  }
}

std::optional<CheckProfile> find_profile(std::string_view name) {
  if (name == "rig") return profile("rig", {});
  if (name == "gltf") return strict_gltf();
  if (name == "engine") return engine();
  if (name == "vrm") return vrm();
  return {};
}

}  // namespace bindpose
