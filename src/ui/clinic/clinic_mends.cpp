#include "ui/clinic/clinic_mends.h"

#include <algorithm>
#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/clinic/clinic_panel.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {
namespace {

// What the bind doctor shows.
bool is_of_binds(Rule rule) {
  return rule == Rule::SingularBind || rule == Rule::MirroredBind || rule == Rule::ShearedBind ||
         rule == Rule::ApartFromPose || rule == Rule::InvertedBind || rule == Rule::BindOfOtherUnit;
}

// Of the vertices that it has selected.
void mend_now(Frame& f, const Finding& finding, Mend mend) {
  show_finding(f, finding);
  f.out.requests.mend_weights = std::move(mend);
}

}  // namespace

std::vector<FindingMend> mends_of(const Finding& finding, int limit, float tiny) {
  if (finding.rule == Rule::OneSided) {
    // Which side gets weights is no question: the one that has none.
    return {{"Mirror from the other side", {Mend::OneSided}}};
  }
  if (finding.vertices.empty()) return {};
  Mend sums{Mend::Normalise};
  sums.strict = true;  // what is listed is off by more than its profile takes
  const char* take_out = finding.joints.size() > 1 ? "Take the joints out" : "Take the joint out";
  switch (finding.rule) {
    case Rule::BrokenWeights:
      return {{"Leave them out", {Mend::Clean}}};
    case Rule::NoWeight:
      return {{"Fill from neighbours", {Mend::Fill}}};
    case Rule::SumNotOne:
      return {{"Normalise", sums}};
    case Rule::OverLimit:
      return {{"Limit to " + std::to_string(limit), {Mend::LimitFit, 0.0, limit}}};
    case Rule::TinyWeights:
      return {{"Prune", {Mend::Prune, double{tiny}}}};
    case Rule::Island:
      return {{take_out, {Mend::Islands}}};
    case Rule::Leak:
      return {{take_out, {Mend::Leaks}}};
    case Rule::Jump:
      return {{"Smooth", {Mend::Jumps}}};
    case Rule::OpenSeam:
      return {{"Close", {Mend::Smooth, 0.0, 1}}};  // the mean of what lies at each place
    case Rule::Asymmetry:
      // Which side is the good one no rule knows.
      return {{"Mirror left to right", {Mend::MirrorPlace}},
              {"Mirror right to left", {Mend::MirrorPlace, 0.0, 0, -1, true}}};
    default:
      return {};
  }
}

bool needs_no_judgement(Rule rule) {
  return rule == Rule::BrokenWeights || rule == Rule::NoWeight || rule == Rule::SumNotOne ||
         rule == Rule::Island || rule == Rule::Leak || rule == Rule::OverLimit ||
         rule == Rule::TinyWeights;
}

void draw_mend_all(Frame& f) {
  const ClinicInput& in = f.input.clinic;
  const bool any = in.current() && std::ranges::any_of(*in.findings, [](const Finding& finding) {
                     return needs_no_judgement(finding.rule);
                   });
  ImGui::BeginDisabled(!any);
  const bool pressed = ImGui::Button("Mend all");
  ImGui::EndDisabled();
  mark(f, "clinic mend all");
  tooltip(f,
          any ? "What needs no judgement, in one step: broken weights, sums, joints that pull far "
                "from their own, tiny weights, vertices without weights, too many influences. "
                "Locked joints stay"
              : "What is listed needs a judgement: each line has its own mend, where there is one",
          Command::MendAll);
  if (pressed) run(f, Command::MendAll);
}

void draw_mend(Frame& f, const Finding& finding, float indent) {
  const CheckProfile profile = clinic_profile(f.state.clinic, f.scene().view.limit);
  std::vector<FindingMend> mends = mends_of(finding, profile.influences, profile.tiny);
  const std::string code(info_of(finding.rule).code);
  const float left = ImGui::GetCursorPosX() + indent;
  for (FindingMend& mend : mends) {
    ImGui::SetCursorPosX(left);
    const bool pressed = ImGui::Button((mend.label + "##mend").c_str());
    mark(f, "mend:", code + (mends.size() > 1 && mend.mend.to_left ? " to left" : ""));
    tooltip(f, mend.mend.kind == Mend::OneSided
                   ? "Vertices opposite to what their partners pull get the mirrored weights, all "
                     "others stay; Ctrl+Z takes it back"
                   : "Mends these vertices; Ctrl+Z takes it back");
    if (pressed) mend_now(f, finding, std::move(mend.mend));
  }
  if (is_of_binds(finding.rule)) {
    ImGui::SetCursorPosX(left);
    ImGui::BeginDisabled(f.drafting());
    const bool pressed = ImGui::Button("Bind doctor##mend");
    ImGui::EndDisabled();
    mark(f, "mend:", code);
    tooltip(f, "Shows how joints are bound, and binds them anew");
    if (pressed) {
      show_finding(f, finding);
      f.state.right.tab = InspectorTab::Joint;
      f.state.doctor.open = f.state.doctor.to_it = true;
    }
  } else if (mends.empty()) {
    return;
  }
  vertical_space(f, 4);
}

}  // namespace bindpose::ui
