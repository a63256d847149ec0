#include "ui/overlays/pane_controls.h"

#include <algorithm>
#include <cmath>

#include "scene/deform/deformer_words.h"
#include "scene/engine/engine_view.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/pane_frames.h"
#include "ui/base/widgets.h"
#include "ui/commands/skinning_menu.h"
#include "ui/overlays/compare_labels.h"
#include "ui/overlays/toolbar.h"

namespace bindpose::ui {
namespace {

// The name stands in the upper right corner, clear of toolbar and model, or beside the line of a
// split view.
vec2 label_corner(const Frame& f, const Rect& seen, const vec2& size, std::size_t i) {
  const float y = seen.lo.y + f.px(10);
  if (f.scene().view.panes != Panes::Split) {
    return glm::floor(vec2(seen.hi.x - f.px(10) - size.x, y));
  }
  const float x = i == 0 ? seen.hi.x - f.px(8) - size.x : seen.lo.x + f.px(8);
  return glm::floor(vec2(x, y));
}

// It is the fourth, with a map in place of a deformer of its own.
bool shows_distance(const Frame& f, const Pane& pane) {
  return pane.setting == &ViewSettings::pane4 && f.scene().view.pane4_distance;
}

std::string pane_name(const Frame& f, const Pane& pane) {
  return shows_distance(f, pane) ? "Distance" : deformer_label(f, pane.method);
}

std::string distance_about(const Scene& scene) {
  return deformer_name(scene, scene.view.method) + ": how far each vertex is from where " +
         deformer_in_sentence(scene, scene.view.compare) + " would have it.";
}

void label_button(Frame& f, const Rect& seen, const Pane& pane, std::size_t i) {
  const float arrow = f.px(14);
  // Where panes are narrow it keeps off the one beside it; the tooltip has all of it.
  const std::string name = elided(pane_name(f, pane), seen.size().x - f.px(32) - arrow);
  const vec2 size = from_im(ImGui::CalcTextSize(name.c_str())) + vec2(f.px(20) + arrow, f.px(10));
  const vec2 corner = label_corner(f, seen, size, i);
  const std::string id = "pane " + std::to_string(i + 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, f.px(5));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  begin_fixed_window(id.c_str(), {corner, corner + size}, ImVec2(0, 0), f.colors.panel, 0.92f);
  f.out.cards.push_back({corner, corner + size});
  if (ImGui::InvisibleButton("choose", im(size))) {
    ImGui::OpenPopup("deformers");
    f.state.panes.focused = i;
  }
  mark(f, id.c_str());
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip(f, shows_distance(f, pane) ? distance_about(f.scene()) : deformer_about(f, pane.method));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = to_u32(hovered ? f.colors.accent : f.colors.text);
  list->AddText(im(corner + vec2(f.px(10), f.px(5))), ink, name.c_str());
  const vec2 tip(corner.x + size.x - f.px(13), corner.y + 0.5f * size.y);
  list->AddTriangleFilled(im(tip + f.px(3.5f) * vec2(-1.0f, -0.6f)),
                          im(tip + f.px(3.5f) * vec2(1.0f, -0.6f)),
                          im(tip + f.px(3.5f) * vec2(0.0f, 0.8f)), ink);
  pane_popup(f, pane.setting);
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void split_grip(Frame& f) {
  const float x = std::floor(f.view.lo.x + f.scene().view.split * f.view.size().x);
  const float half = f.px(5);
  const Rect r{{x - half, f.view.lo.y}, {x + half, f.view.hi.y}};
  begin_fixed_window("split view", r, ImVec2(0, 0), f.colors.panel, 0.0f);
  ImGui::InvisibleButton("grip", im(r.size()));
  mark(f, "split view");
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x - f.px(1), r.lo.y),
                                              ImVec2(x + f.px(1), r.hi.y), to_u32(f.colors.accent));
  }
  if (active) {
    ViewSettings v = f.scene().view;
    const float part = (ImGui::GetIO().MousePos.x - f.view.lo.x) / f.view.size().x;
    v.split = std::clamp(part, 0.02f, 0.98f);
    if (v.split != f.scene().view.split) f.set_view(v);
  }
  ImGui::End();
}

// Whoever sees the picture must not take it for the right one. `row`: how many such words stand
// above.
void label_wrong(Frame& f, const Pane& pane, std::size_t i, const std::string& text, float row,
                 const vec3& ink, const char* id) {
  const bool several = f.scene().view.panes != Panes::One;
  const Rect seen = pane_frame(f, pane).seen;
  // The tools stand in the view's upper left corner, which is that of a pane.
  const bool tools = f.state.chrome && !f.state.presenter;
  const float left = tools ? std::max(seen.lo.x, toolbar_rect(f).hi.x) : seen.lo.x;
  const std::string words = elided(text, seen.hi.x - left - f.px(32));
  const vec2 size = from_im(ImGui::CalcTextSize(words.c_str())) + f.px(2) * vec2(6.0f, 2.0f);
  vec2 corner = label_corner(f, seen, size, i);
  corner.y += (row + (several ? 1.0f : 0.0f)) * (ImGui::GetFontSize() + f.px(16));
  const Rect r = draw_tag(f, ImGui::GetBackgroundDrawList(), corner, words, ink, seen);
  f.state.panes.words.push_back(r);
  mark(f, id, "", r);
}

void label_pictures(Frame& f, const std::vector<Pane>& panes) {
  if (!f.model()) return;
  const std::size_t last = panes.size() - 1;
  const bool engine = f.scene().view.engine;
  if (engine) {
    label_wrong(f, panes[0], 0, "As an engine: " + engine_words(f.scene()), 0.0f, f.colors.warning,
                "engine label");
  }
  if (panes[last].mistake == Mistake::None) return;
  label_wrong(f, panes[last], last, "A mistake: " + std::string(info_of(panes[last].mistake).label),
              engine && last == 0 ? 1.0f : 0.0f, f.colors.error, "mistake");
}

}  // namespace

void draw_pane_controls(Frame& f) {
  if (!f.model() || f.scene().view.panes == Panes::One) return;
  if (f.scene().view.panes == Panes::Split) split_grip(f);
  if (f.input.compared.on()) return draw_compare_labels(f);
  const std::vector<Pane> panes = panes_of(f);
  for (std::size_t i = 0; i < panes.size(); ++i) {
    label_button(f, pane_frame(f, panes[i]).seen, panes[i], i);
  }
}

void draw_pane_lines(Frame& f) {
  const std::vector<Pane> panes = panes_of(f);
  f.state.panes.words.clear();
  label_pictures(f, panes);
  if (f.scene().view.panes == Panes::One) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImU32 ink = to_u32(f.colors.hairline);
  const vec2 lo = glm::floor(f.view.lo);
  const bool split = f.scene().view.panes == Panes::Split;
  const float x = lo.x + panes[0].shown_to.x + (split ? 0.0f : 0.5f * kPaneGap);
  const float wide = split ? f.px(1.5f) : kPaneGap;
  list->AddLine(ImVec2(x, f.view.lo.y), ImVec2(x, f.view.hi.y),
                split ? to_u32(f.colors.text, 0.8f) : ink, wide);
  if (panes.size() == 4) {
    const float y = lo.y + panes[0].shown_to.y + 0.5f * kPaneGap;
    list->AddLine(ImVec2(f.view.lo.x, y), ImVec2(f.view.hi.x, y), ink, kPaneGap);
  }
  if (f.state.chrome || !f.model()) return;
  if (f.input.compared.on()) return draw_compare_tags(f);
  for (std::size_t i = 0; i < panes.size(); ++i) {
    const std::string name = pane_name(f, panes[i]);
    const Rect seen = pane_frame(f, panes[i]).seen;
    const vec2 size = from_im(ImGui::CalcTextSize(name.c_str())) + f.px(2) * vec2(6.0f, 2.0f);
    draw_tag(f, list, label_corner(f, seen, size, i), name, f.colors.text, seen);
  }
}

}  // namespace bindpose::ui
