#include "ui/clinic/clinic_mends.h"

#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/clinic/clinic_panel.h"

namespace bindpose::ui {
namespace {

// As often as a patch of ten vertices across takes to be like what is around it.
constexpr int kSmoothSteps = 20;

// Of the vertices that it has selected.
void mend_now(Frame& f, const Finding& finding, Mend mend) {
  show_finding(f, finding);
  f.out.requests.mend_weights = std::move(mend);
}

}  // namespace

std::optional<FindingMend> mend_of(const Finding& finding, int limit, float tiny) {
  if (finding.vertices.empty()) return {};
  switch (finding.rule) {
    case Rule::NoWeight:
      return FindingMend{"Fill from neighbours", {Mend::Fill}};
    case Rule::SumNotOne:
      return FindingMend{"Normalise", {Mend::Normalise}};
    case Rule::OverLimit:
      return FindingMend{"Limit to " + std::to_string(limit), {Mend::LimitFit, 0.0, limit}};
    case Rule::TinyWeights:
      return FindingMend{"Prune", {Mend::Prune, double{tiny}}};
    case Rule::Island:
    case Rule::Leak:
    case Rule::Jump:
      return FindingMend{"Smooth", {Mend::Smooth, 1.0, kSmoothSteps}};
    case Rule::Asymmetry:
      return FindingMend{"Mirror left to right", {Mend::MirrorPlace}};
    default:
      return {};
  }
}

void draw_mend(Frame& f, const Finding& finding, float indent) {
  const CheckProfile profile = clinic_profile(f.state.clinic, f.scene().view.limit);
  std::optional<FindingMend> mend = mend_of(finding, profile.influences, profile.tiny);
  if (!mend) return;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
  const bool pressed = ImGui::Button((mend->label + "##mend").c_str());
  mark(f, "mend:", std::string(info_of(finding.rule).code));
  tooltip(f, "Mends these vertices; Ctrl+Z takes it back");
  vertical_space(f, 4);
  if (pressed) mend_now(f, finding, std::move(mend->mend));
}

}  // namespace bindpose::ui
