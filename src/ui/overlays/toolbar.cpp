#include "ui/overlays/toolbar.h"

#include <algorithm>
#include <cmath>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

constexpr int kGroups[] = {5, 3, 3};  // buttons
constexpr float kButton = 30.0f, kLeastButton = 16.0f;
constexpr float kSmall = 24.0f;  // smaller ones are hard to hit: rather two columns
constexpr float kToolGap = 2.0f, kToolPad = 4.0f, kGroupGap = 9.0f;

void button(Frame& f, float side, Command command, Icon icon, const char* tip, bool on) {
  if (icon_button(f, info(command).label, icon, on, available(f, command), side)) run(f, command);
  tooltip(f, tip, command);
}

// Opens the list of maps beside the toolbar, which ends at `right`.
void map_button(Frame& f, float side, float right) {
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
  ImGui::SetNextWindowPos(ImVec2(right + f.px(kToolPad), corner.y - f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(12), f.px(8)));
  if (ImGui::BeginPopup("maps")) {
    map_items(f);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

// Smaller where the view is low, or in two columns, so that it ends above the legend, or above a
// lesson's formula that is as wide as the view.
struct ToolbarShape {
  int columns = 1;
  float side = kButton;

  int rows() const {
    int n = 0;
    for (const int buttons : kGroups) n += (buttons + columns - 1) / columns;
    return n;
  }
  // Without the buttons themselves.
  float rest() const {
    return static_cast<float>(rows() - 1) * kToolGap + 2.0f * kGroupGap + 2.0f * kToolPad;
  }
  vec2 size() const {
    const auto n = static_cast<float>(columns);
    return {n * side + (n - 1.0f) * kToolGap + 2.0f * kToolPad,
            static_cast<float>(rows()) * side + rest()};
  }
};

ToolbarShape shape_of(const Frame& f) {
  const float legend = legend_shown(f) ? legend_height(f) + f.px(12) : 0.0f;
  float height = f.view.size().y - f.px(24) - legend;
  const Rect& card = f.state.lesson.formula_card;
  if (card.hi.y > card.lo.y && card.lo.x < f.view.lo.x + f.px(16 + kButton + 2.0f * kToolPad)) {
    height = std::min(height, card.lo.y - f.view.lo.y - f.px(20));
  }
  const auto with_columns = [&](int columns) {
    ToolbarShape shape{columns};
    const float side = (height / f.scale - shape.rest()) / static_cast<float>(shape.rows());
    shape.side = std::clamp(std::floor(side), kLeastButton, kButton);
    return shape;
  };
  const ToolbarShape one = with_columns(1);
  return one.side < kSmall ? with_columns(2) : one;
}

// Makes room for the next button: beside the one before or below it.
struct NextPlace {
  const Frame& f;
  int columns;
  int in_group = 0;

  void begin_button() {
    if (in_group++ % columns != 0) ImGui::SameLine(0.0f, f.px(kToolGap));
  }
  void begin_group(float width) {
    in_group = 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = at.y + 0.5f * f.px(kGroupGap - kToolGap);
    ImGui::GetWindowDrawList()->AddLine(
        ImVec2(at.x + f.px(4), y), ImVec2(at.x + width - f.px(4), y), to_u32(f.colors.hairline));
    ImGui::Dummy(ImVec2(1, f.px(kGroupGap - 2.0f * kToolGap)));
  }
};

}  // namespace

Rect toolbar_rect(const Frame& f) {
  const vec2 corner = f.view.lo + vec2(f.px(12));
  return {corner, corner + f.scale * shape_of(f).size()};
}

void draw_toolbar(Frame& f) {
  const ToolbarShape shape = shape_of(f);
  const float side = shape.side;
  const Rect r = toolbar_rect(f);
  if (r.hi.y > f.view.hi.y || r.hi.x > f.view.hi.x) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, f.px(kToolGap)));
  begin_fixed_window("toolbar", r, ImVec2(f.px(kToolPad), f.px(kToolPad)), f.colors.panel, 0.94f);
  const ViewSettings& v = f.scene().view;
  NextPlace place{f, shape.columns};
  const float width = r.size().x - f.px(2.0f * kToolPad);
  const auto put = [&](Command command, Icon icon, const char* tip, bool on) {
    place.begin_button();
    button(f, side, command, icon, tip, on);
  };
  put(Command::SelectTool, Icon::Select, "Select, without handles", f.state.select_only);
  put(Command::Translate, Icon::Translate, "Move", is_on(f, Command::Translate));
  put(Command::Rotate, Icon::Rotate, "Rotate", is_on(f, Command::Rotate));
  put(Command::Scale, Icon::Scale, "Scale", is_on(f, Command::Scale));
  put(Command::Probe, Icon::Probe, "Probe vertices: point, click to pin", v.probe);
  place.begin_group(width);
  const Icon space = v.gizmo_space == GizmoSpace::Local    ? Icon::Local
                     : v.gizmo_space == GizmoSpace::Parent ? Icon::Parent
                                                           : Icon::World;
  const char* spaces[] = {"Axes: the joint's own", "Axes: the parent's", "Axes: the world's"};
  const bool scaling = v.gizmo_mode == GizmoMode::Scale;
  put(Command::CycleSpace, scaling ? Icon::Local : space,
      scaling ? kScaleIsLocal : spaces[static_cast<int>(v.gizmo_space)], false);
  put(Command::ToggleSnap, Icon::Snap, "Snap to steps", v.snap);
  put(Command::TogglePull, Icon::Pull, "Moving a joint pulls its limb", v.pull);
  place.begin_group(width);
  place.begin_button();
  map_button(f, side, r.hi.x);
  put(Command::ToggleSkeleton, Icon::Skeleton, "Skeleton", v.skeleton);
  put(Command::ToggleNames, Icon::Names, "Joint names", v.joint_names);
  mark(f, "toolbar", "", r);
  f.out.cards.push_back(r);
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace bindpose::ui
