#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/ui.h"

namespace bindpose::ui {

namespace {

// Distances in steps of 4, rounding 4, one level of frames.
void set_sizes(ImGuiStyle& style) {
  style.WindowPadding = {12, 12};
  style.FramePadding = {8, 5};
  style.CellPadding = {4, 4};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 4};
  style.IndentSpacing = 16;
  style.ScrollbarSize = 12;
  style.GrabMinSize = 12;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildRounding = 4;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 4;
  style.WindowTitleAlign = {0.0f, 0.5f};
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.DisabledAlpha = 0.45f;
  style.CircleTessellationMaxError = 0.15f;
  style.CurveTessellationTol = 0.6f;
}

void set_colors(ImGuiStyle& style, const Theme& t, bool dark) {
  const auto set = [&style](ImGuiCol which, const vec3& c, float alpha = 1.0f) {
    style.Colors[which] = to_vec4(c, alpha);
  };
  // Fields sit a step above the panel in the dark and a step below it in the light, where the panel
  // is nearly white already.
  const vec3 field = dark ? t.raised : blend(t.panel, t.text, 0.06f);
  const vec3 field_hovered = blend(field, t.text, 0.07f);
  const vec3 field_active = blend(field, t.text, 0.12f);
  const vec3 menu = dark ? blend(t.panel, t.raised, 0.6f) : t.raised;

  set(ImGuiCol_Text, t.text);
  set(ImGuiCol_TextDisabled, t.text_dim);
  set(ImGuiCol_WindowBg, t.panel);
  set(ImGuiCol_ChildBg, t.panel, 0.0f);
  set(ImGuiCol_PopupBg, menu);
  set(ImGuiCol_Border, t.hairline);
  set(ImGuiCol_BorderShadow, t.panel, 0.0f);
  set(ImGuiCol_FrameBg, field);
  set(ImGuiCol_FrameBgHovered, field_hovered);
  set(ImGuiCol_FrameBgActive, field_active);
  set(ImGuiCol_TitleBg, t.panel);
  set(ImGuiCol_TitleBgActive, t.panel);
  set(ImGuiCol_TitleBgCollapsed, t.panel);
  set(ImGuiCol_MenuBarBg, t.panel);
  set(ImGuiCol_ScrollbarBg, t.panel, 0.0f);
  set(ImGuiCol_ScrollbarGrab, blend(t.panel, t.text, 0.16f));
  set(ImGuiCol_ScrollbarGrabHovered, blend(t.panel, t.text, 0.28f));
  set(ImGuiCol_ScrollbarGrabActive, blend(t.panel, t.text, 0.36f));
  set(ImGuiCol_CheckMark, t.accent);
  set(ImGuiCol_SliderGrab, t.accent);
  set(ImGuiCol_SliderGrabActive, t.accent);
  set(ImGuiCol_Button, field);
  set(ImGuiCol_ButtonHovered, field_hovered);
  set(ImGuiCol_ButtonActive, field_active);
  set(ImGuiCol_Header, t.text, 0.08f);
  set(ImGuiCol_HeaderHovered, t.text, 0.08f);
  set(ImGuiCol_HeaderActive, t.text, 0.13f);
  set(ImGuiCol_Separator, t.hairline);
  set(ImGuiCol_SeparatorHovered, t.accent);
  set(ImGuiCol_SeparatorActive, t.accent);
  set(ImGuiCol_ResizeGrip, t.panel, 0.0f);
  set(ImGuiCol_ResizeGripHovered, t.accent, 0.5f);
  set(ImGuiCol_ResizeGripActive, t.accent);
  set(ImGuiCol_PlotHistogram, t.accent);
  set(ImGuiCol_TableHeaderBg, t.panel);
  set(ImGuiCol_TableBorderStrong, t.hairline);
  set(ImGuiCol_TableBorderLight, t.hairline);
  set(ImGuiCol_TableRowBg, t.panel, 0.0f);
  set(ImGuiCol_TableRowBgAlt, t.text, 0.03f);
  set(ImGuiCol_TextSelectedBg, t.accent, 0.35f);
  set(ImGuiCol_ModalWindowDimBg, dark ? vec3(0.0f) : vec3(0.35f), 0.35f);
}

}  // namespace

void apply_theme(bool dark, float scale) {
  ImGuiStyle style;
  set_sizes(style);
  set_colors(style, theme(dark), dark);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace bindpose::ui
