#include "ui/panels/right_panel.h"

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/joint/joint_panel.h"
#include "ui/poses/poses_panel.h"

namespace bindpose::ui {

void draw_right_panel(Frame& f, const Rect& r) {
  begin_fixed_window("right panel", r, ImVec2(f.px(12), f.px(10)), f.colors.panel);
  hairline(f, r, Edge::Left);
  const bool morphs = f.model() && !f.model()->morph_channels.empty();
  if (!morphs && f.state.right.tab == InspectorTab::Morphs) {
    f.state.right.tab = InspectorTab::Joint;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  const int current = static_cast<int>(f.state.right.tab);
  const int tab =
      morphs ? segmented(f, "tab", {"Joint", "Weights", "Math", "Poses", "Morphs"}, current, width)
             : segmented(f, "tab", {"Joint", "Weights", "Math", "Poses"}, current, width);
  if (tab >= 0) f.state.right.tab = static_cast<InspectorTab>(tab);
  vertical_space(f, 4);
  ImGui::BeginChild("inspector", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  if (!f.model()) {
    text_dim(f, "No model is open.");
  } else if (f.state.right.tab == InspectorTab::Joint) {
    draw_joint_panel(f);
  } else if (f.state.right.tab == InspectorTab::Weights) {
    draw_weights_panel(f);
  } else if (f.state.right.tab == InspectorTab::Poses) {
    draw_poses_panel(f);
  } else if (f.state.right.tab == InspectorTab::Morphs) {
    draw_morph_panel(f);
  } else {
    draw_math_panel(f);
  }
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace bindpose::ui
