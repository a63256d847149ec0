#include "ui/commands/skinning_menu.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "scene/deform/deformer_words.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

Deformer next_deformer(const Scene& scene, Deformer method) {
  static_assert(kDeformers[std::size(kDeformers) - 1].method == Deformer::File);
  const auto now = static_cast<std::size_t>(deformer_of(scene, method));
  // The file's own way is one of the others, or a mixture of them: not a step of its own.
  return kDeformers[(now + 1) % std::size(kDeformers) % (std::size(kDeformers) - 1)].method;
}

void choose_deformer(const Scene& scene, ViewSettings& view, Deformer ViewSettings::*setting,
                     Deformer method) {
  const Deformer before = deformer_of(scene, view.*setting);
  view.*setting = method;
  if (setting == &ViewSettings::pane4) view.pane4_distance = false;
  if (deformer_of(scene, view.method) != deformer_of(scene, view.compare)) return;
  if (setting == &ViewSettings::method) view.compare = before;
  if (setting == &ViewSettings::compare) view.method = before;
}

namespace {

// How much of Deformer::Mixed is dual quaternions.
void draw_mix(Frame& f) {
  ViewSettings v = f.scene().view;
  float percent = 100.0f * v.mix;
  ImGui::SetNextItemWidth(f.px(200));
  if (ImGui::SliderFloat("##mix", &percent, 0.0f, 100.0f, "%.0f %% dual quaternions",
                         ImGuiSliderFlags_AlwaysClamp)) {
    v.mix = 0.01f * percent;
    f.set_view(v);
  }
  mark(f, "mix");
  tooltip(f,
          "0 is linear blending, 100 dual quaternions. Where the file has weights of its own for "
          "that, each vertex has its part of this.");
}

// How delta mush smooths.
void draw_smoothing(Frame& f) {
  ViewSettings v = f.scene().view;
  ImGui::SetNextItemWidth(f.px(200));
  if (ImGui::SliderInt("##mush_steps", &v.mush_steps, 0, kMostMushSteps, "%d smoothing steps",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic))
    f.set_view(v);
  mark(f, "mush_steps");
  tooltip(f,
          "How often the surface is smoothed. With 0 it is linear blending; many even out more, "
          "and cut corners.");
  float percent = 100.0f * v.mush_lambda;
  ImGui::SetNextItemWidth(f.px(200));
  if (ImGui::SliderFloat("##mush_lambda", &percent, 0.0f, 100.0f, "%.0f %% of the way a step",
                         ImGuiSliderFlags_AlwaysClamp)) {
    v.mush_lambda = 0.01f * percent;
    f.set_view(v);
  }
  mark(f, "mush_lambda");
  tooltip(f, "How far a step takes a vertex towards the mean of its neighbours.");
}

}  // namespace

void draw_deformer_items(Frame& f, Deformer ViewSettings::*setting) {
  for (const DeformerInfo& d : kDeformers) {
    ViewSettings v = f.scene().view;
    const bool other = setting == &ViewSettings::pane4 && v.pane4_distance;
    if (ImGui::MenuItem(std::string(d.name).c_str(), nullptr, v.*setting == d.method && !other)) {
      choose_deformer(f.scene(), v, setting, d.method);
      f.set_view(v);
    }
    start_list_at(v.*setting == d.method && !other);
    mark(f, "deformer:", std::string(d.key));
    tooltip(f, std::string(d.about));
  }
  const DeformerNeeds needs = info_of(f.scene().view.*setting).needs;
  if (needs == DeformerNeeds::Mix) draw_mix(f);
  if (needs == DeformerNeeds::Surface) draw_smoothing(f);
}

std::string deformer_label(const Frame& f, Deformer method) {
  const DeformerInfo& info = info_of(deformer_of(f.scene(), method));
  const std::string label = deformer_name(f.scene(), method);
  if (info.needs == DeformerNeeds::Mix) {
    const long percent = std::lround(100.0 * double(f.scene().view.mix));
    return label + ", " + std::to_string(percent) + " %";
  }
  if (info.needs == DeformerNeeds::Surface) {
    const int steps = f.scene().view.mush_steps;
    return label + ", " + std::to_string(steps) + (steps == 1 ? " step" : " steps");
  }
  if (info.needs != DeformerNeeds::Centers) return label;
  switch (f.input.centers) {
    case CentersState::Computed:
      return label + ": computing";
    case CentersState::GivenUp:
      return label + ": not computed";
    case CentersState::There:
      break;
  }
  return label;
}

std::string deformer_about(const Frame& f, Deformer method) {
  const DeformerInfo& info = info_of(method);
  const bool lacks = info.needs == DeformerNeeds::Centers && f.input.centers != CentersState::There;
  const char* const text = f.input.centers == CentersState::Computed
                               ? " Linear blending is shown until the centres are computed."
                               : " They were not computed: linear blending is shown.";
  return std::string(info.about) + (lacks ? text : "");
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
  const bool files = f.scene().view.other_file;
  constexpr const char* kOfFiles[] = {"The open model alone.",
                                      "Both files: same pose, same camera.", "",
                                      "Both files in one picture, one on either side of a line."};
  for (const auto& item : kItems) {
    if (files && item.panes == Panes::Four) continue;
    ViewSettings v = f.scene().view;
    if (ImGui::MenuItem(item.name, nullptr, v.panes == item.panes)) {
      v.panes = item.panes;
      f.set_view(v);
    }
    mark(f, "panes:", item.name);
    tooltip(f, files ? kOfFiles[static_cast<std::size_t>(item.panes)] : item.about);
  }
}

std::string deformer_choice_text(const Frame& f) {
  const bool several = f.scene().view.panes != Panes::One && !f.scene().view.other_file;
  if (several) return "each pane by its own deformer";
  const Deformer chosen = f.scene().view.method;
  const DeformerInfo& now = info_of(deformer_of(f.scene(), chosen));
  const bool skinned =
      f.model() != nullptr && std::ranges::any_of(f.model()->meshes, [](const Mesh& m) {
        return m.file_binding.skin.skinned;
      });
  const bool of_file = skinned && chosen == Deformer::File && now.method != Deformer::File;
  return deformer_label(f, chosen) + (of_file ? ", as the file says" : "");
}

void draw_deformer_choice(Frame& f) {
  text_dim(f, deformer_choice_text(f));
  if (f.scene().view.panes != Panes::One && !f.scene().view.other_file) return;
  const DeformerInfo& now = info_of(deformer_of(f.scene(), f.scene().view.method));
  mark(f, "deformer");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) ImGui::OpenPopup("deformers");
  tooltip(f, "What moves the surface. " + deformer_about(f, now.method), Command::NextDeformer);
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
