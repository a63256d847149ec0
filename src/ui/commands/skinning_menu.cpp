#include "ui/commands/skinning_menu.h"

#include <string>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

Deformer next_deformer(Deformer method) {
  return kDeformers[(static_cast<std::size_t>(method) + 1) % std::size(kDeformers)].method;
}

void choose_deformer(ViewSettings& view, Deformer ViewSettings::*setting, Deformer method) {
  const Deformer before = view.*setting;
  view.*setting = method;
  if (setting == &ViewSettings::pane4) view.pane4_distance = false;
  if (view.method != view.compare) return;
  if (setting == &ViewSettings::method) view.compare = before;
  if (setting == &ViewSettings::compare) view.method = before;
}

void draw_deformer_items(Frame& f, Deformer ViewSettings::*setting) {
  for (const DeformerInfo& d : kDeformers) {
    ViewSettings v = f.scene().view;
    const bool other = setting == &ViewSettings::pane4 && v.pane4_distance;
    if (ImGui::MenuItem(std::string(d.name).c_str(), nullptr, v.*setting == d.method && !other)) {
      choose_deformer(v, setting, d.method);
      f.set_view(v);
    }
    mark(f, "deformer:", std::string(d.key));
    tooltip(f, std::string(d.about));
  }
}

void draw_pane_items(Frame& f) {
  constexpr struct {
    Panes panes;
    const char* name;
    const char* about;
  } kItems[] = {
      {Panes::One, "One pane", "One deformer."},
      {Panes::Two, "Two panes", "Two deformers beside each other: same pose, same camera."},
      {Panes::Four, "Four panes",
       "Three deformers, and how far the first two are apart: same pose, same camera."},
      {Panes::Split, "Split by a line", "One picture, a deformer on either side of a line."}};
  for (const auto& item : kItems) {
    ViewSettings v = f.scene().view;
    if (ImGui::MenuItem(item.name, nullptr, v.panes == item.panes)) {
      v.panes = item.panes;
      f.set_view(v);
    }
    mark(f, "panes:", item.name);
    tooltip(f, item.about);
  }
}

void draw_deformer_choice(Frame& f) {
  if (f.scene().view.panes != Panes::One) return text_dim(f, "each pane by its own deformer");
  const DeformerInfo& now = info_of(f.scene().view.method);
  text_dim(f, std::string(now.label));
  mark(f, "deformer");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) ImGui::OpenPopup("deformers");
  tooltip(f, "What moves the surface. " + std::string(now.about), Command::NextDeformer);
  deformer_popup(f, &ViewSettings::method);
}

namespace {

template <typename F>
void popup(Frame& f, const F& items) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(12), f.px(8)));
  if (ImGui::BeginPopup("deformers")) {
    items();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace

void deformer_popup(Frame& f, Deformer ViewSettings::*setting) {
  popup(f, [&] { draw_deformer_items(f, setting); });
}

void pane_popup(Frame& f, Deformer ViewSettings::*setting) {
  popup(f, [&] {
    draw_deformer_items(f, setting);
    if (setting != &ViewSettings::pane4) return;
    ImGui::Separator();
    ViewSettings v = f.scene().view;
    if (ImGui::MenuItem("Distance between the first two panes", nullptr, v.pane4_distance)) {
      v.pane4_distance = true;
      f.set_view(v);
    }
    mark(f, "deformer:", "distance");
    tooltip(f, "A map of how far the first two panes are apart, in this pose.");
  });
}

}  // namespace bindpose::ui
