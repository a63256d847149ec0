#include "ui/panels/right_panel.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/clinic/clinic_panel.h"
#include "ui/compare/differences_panel.h"
#include "ui/draft/draft_panel.h"
#include "ui/joint/joint_panel.h"
#include "ui/numbers/numbers_panel.h"
#include "ui/poses/poses_panel.h"

namespace bindpose::ui {

namespace {

// In two rows where one has no room for their names. The one that was chosen, or -1.
int draw_tabs(Frame& f, const std::vector<const char*>& names, int current) {
  const float width = ImGui::GetContentRegionAvail().x;
  float taken = 0.0f;
  for (const char* name : names) taken += ImGui::CalcTextSize(name).x + f.px(6);
  if (taken <= width) return segmented(f, "tab", names, current, width);
  const std::size_t half = (names.size() + 1) / 2;
  const std::span<const char* const> all(names);
  const int first = segmented(f, "tab", all.first(half), current, width);
  ImGui::PushID("more");
  const int second =
      segmented(f, "tab", all.subspan(half), current - static_cast<int>(half), width);
  ImGui::PopID();
  return second >= 0 ? second + static_cast<int>(half) : first;
}

}  // namespace

void draw_right_panel(Frame& f, const Rect& r) {
  begin_fixed_window("right panel", r, ImVec2(f.px(12), f.px(10)), f.colors.panel);
  note_panel(f);
  hairline(f, r, Edge::Left);
  const bool morphs = f.model() && !f.model()->morph_channels.empty();
  const bool compares = f.input.compared.on();
  std::vector<InspectorTab> tabs{InspectorTab::Joint, InspectorTab::Weights, InspectorTab::Math,
                                 InspectorTab::Poses, InspectorTab::Clinic};
  std::vector<const char*> names{"Joint", "Weights", "Math", "Poses", "Clinic"};
  if (morphs) tabs.push_back(InspectorTab::Morphs), names.push_back("Morphs");
  if (compares) tabs.push_back(InspectorTab::Differences), names.push_back("Diff");
  if (f.input.numbers.on()) tabs.push_back(InspectorTab::Numbers), names.push_back("Numbers");
  const auto now = std::ranges::find(tabs, f.state.right.tab);
  if (now == tabs.end()) f.state.right.tab = InspectorTab::Joint;
  const auto current = now == tabs.end() ? 0 : static_cast<int>(now - tabs.begin());
  if (const int tab = draw_tabs(f, names, current); tab >= 0)
    f.state.right.tab = tabs[static_cast<std::size_t>(tab)];
  vertical_space(f, 4);
  ImGui::BeginChild("inspector", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  // A tab begins at its top, wherever the one before was scrolled to.
  if (std::exchange(f.state.right.drawn, f.state.right.tab) != f.state.right.tab)
    ImGui::SetScrollY(0.0f);
  if (!f.model()) {
    text_dim(f, "No model is open.");
  } else if (f.state.right.tab == InspectorTab::Joint) {
    f.drafting() ? draw_draft_panel(f) : draw_joint_panel(f);
  } else if (f.state.right.tab == InspectorTab::Weights) {
    draw_weights_panel(f);
  } else if (f.state.right.tab == InspectorTab::Poses) {
    draw_poses_panel(f);
  } else if (f.state.right.tab == InspectorTab::Clinic) {
    draw_clinic(f);
  } else if (f.state.right.tab == InspectorTab::Morphs) {
    draw_morph_panel(f);
  } else if (f.state.right.tab == InspectorTab::Differences) {
    draw_differences(f);
  } else if (f.state.right.tab == InspectorTab::Numbers) {
    draw_numbers(f);
  } else {
    draw_math_panel(f);
  }
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace bindpose::ui
