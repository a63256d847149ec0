#include "ui/overlays/toolbar.h"

#include <algorithm>
#include <cmath>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

constexpr int kToolButtons = 11;
constexpr float kButton = 30.0f, kLeastButton = 16.0f;
constexpr float kToolGap = 2.0f, kToolPad = 4.0f, kGroupGap = 9.0f;

void button(Frame& f, float side, Command command, Icon icon, const char* tip, bool on) {
  if (icon_button(f, info(command).label, icon, on, available(f, command), side)) run(f, command);
  tooltip(f, tip, command);
}

void divider(Frame& f, float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + 0.5f * f.px(kGroupGap - kToolGap);
  ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x + f.px(4), y), ImVec2(at.x + f.px(side - 4), y),
                                      to_u32(f.colors.hairline));
  ImGui::Dummy(ImVec2(1, f.px(kGroupGap - 2.0f * kToolGap)));
}

// Opens the list of maps beside the toolbar.
void map_button(Frame& f, float side) {
  const Command now = map_command(f);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (icon_button(f, "maps", Icon::Weights, now != Command::ShowShaded, true, side)) {
    ImGui::OpenPopup("maps");
  }
  mark(f, "maps");
  tooltip(f, "What the surface shows: " + std::string(info(now).label), Command::ToggleWeights);
  // A corner says that there is more behind it.
  const ImVec2 end(corner.x + f.px(side) - f.px(3), corner.y + f.px(side) - f.px(3));
  ImGui::GetWindowDrawList()->AddTriangleFilled(end, ImVec2(end.x - f.px(4), end.y),
                                                ImVec2(end.x, end.y - f.px(4)),
                                                to_u32(f.colors.text_dim));
  ImGui::SetNextWindowPos(ImVec2(corner.x + f.px(side + 2.0f * kToolPad), corner.y - f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(12), f.px(8)));
  if (ImGui::BeginPopup("maps")) {
    map_items(f);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

// Without the buttons themselves.
constexpr float kRest = kToolButtons * kToolGap - kToolGap + 2.0f * kGroupGap + 2.0f * kToolPad;

// Smaller where the view is low, so that it ends above the legend, or above a lesson's formula that
// is as wide as the view.
float button_side(const Frame& f) {
  const float legend = legend_shown(f) ? legend_height(f) + f.px(12) : 0.0f;
  float height = f.view.size().y - f.px(24) - legend;
  const Rect& card = f.state.lesson.formula_card;
  if (card.hi.y > card.lo.y && card.lo.x < f.view.lo.x + f.px(16 + kButton + 2.0f * kToolPad)) {
    height = std::min(height, card.lo.y - f.view.lo.y - f.px(20));
  }
  const float room = height / f.scale - kRest;
  return std::clamp(std::floor(room / kToolButtons), kLeastButton, kButton);
}

}  // namespace

Rect toolbar_rect(const Frame& f) {
  const float side = button_side(f);
  const vec2 corner = f.view.lo + vec2(f.px(12));
  return {corner, corner + vec2(f.px(side + 2.0f * kToolPad), f.px(kToolButtons * side + kRest))};
}

void draw_toolbar(Frame& f) {
  const float side = button_side(f);
  const float width = f.px(side + 2.0f * kToolPad);
  const float height = f.px(kToolButtons * side + kRest);
  const vec2 corner = f.view.lo + vec2(f.px(12));
  if (corner.y + height > f.view.hi.y || corner.x + width > f.view.hi.x) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, f.px(kToolGap)));
  begin_fixed_window("toolbar", {corner, corner + vec2(width, height)},
                     ImVec2(f.px(kToolPad), f.px(kToolPad)), f.colors.panel, 0.94f);
  const ViewSettings& v = f.scene().view;
  button(f, side, Command::SelectTool, Icon::Select, "Select, without handles",
         f.state.select_only);
  button(f, side, Command::Translate, Icon::Translate, "Move", is_on(f, Command::Translate));
  button(f, side, Command::Rotate, Icon::Rotate, "Rotate", is_on(f, Command::Rotate));
  button(f, side, Command::Scale, Icon::Scale, "Scale", is_on(f, Command::Scale));
  button(f, side, Command::Probe, Icon::Probe, "Probe vertices: point, click to pin", v.probe);
  divider(f, side);
  const Icon space = v.gizmo_space == GizmoSpace::Local    ? Icon::Local
                     : v.gizmo_space == GizmoSpace::Parent ? Icon::Parent
                                                           : Icon::World;
  const char* spaces[] = {"Axes: the joint's own", "Axes: the parent's", "Axes: the world's"};
  const bool scaling = v.gizmo_mode == GizmoMode::Scale;
  button(f, side, Command::CycleSpace, scaling ? Icon::Local : space,
         scaling ? kScaleIsLocal : spaces[static_cast<int>(v.gizmo_space)], false);
  button(f, side, Command::ToggleSnap, Icon::Snap, "Snap to steps", v.snap);
  button(f, side, Command::TogglePull, Icon::Pull, "Moving a joint pulls its limb", v.pull);
  divider(f, side);
  map_button(f, side);
  button(f, side, Command::ToggleSkeleton, Icon::Skeleton, "Skeleton", v.skeleton);
  button(f, side, Command::ToggleNames, Icon::Names, "Joint names", v.joint_names);
  mark(f, "toolbar", "", {corner, corner + vec2(width, height)});
  f.out.cards.push_back({corner, corner + vec2(width, height)});
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace bindpose::ui
