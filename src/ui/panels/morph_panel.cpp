#include "ui/panels/morph_panel.h"

#include <algorithm>
#include <cmath>

#include "math/ascii.h"
#include "scene/numerals.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr std::size_t kSearchFrom = 12;  // channels: fewer are seen at a glance

void end_morph_slider(Frame& f, bool keep) {
  MorphSlider& slider = f.state.of_model.morph.slider;
  if (slider.edited) {
    f.edit(SetMorph{slider.channel, slider.weight}, keep ? Phase::Commit : Phase::Cancel);
  }
  slider.channel = -1;
  slider.edited = false;
}

// From 0 to 1, and further where the weight is: files may use any. The range rests while the slider
// is held.
void hold_morph(MorphSlider& slider, int channel, float weight) {
  slider.channel = channel;
  slider.weight = weight;
  slider.lowest = std::min(0.0f, std::floor(weight));
  slider.highest = std::max(1.0f, std::ceil(weight));
}

// A bar from 0 to the weight instead of ImGui's grab, which hides the number; bright where the user
// set it.
void draw_morph_bar(const Frame& f, const MorphSlider& shown, bool set) {
  const ImVec2 lo = ImGui::GetItemRectMin();
  const ImVec2 hi = ImGui::GetItemRectMax();
  const float inset = f.px(2);
  const auto place = [&](float weight) {
    const float part = (weight - shown.lowest) / (shown.highest - shown.lowest);
    return lo.x + inset + std::clamp(part, 0.0f, 1.0f) * (hi.x - lo.x - 2.0f * inset);
  };
  const float zero = place(0.0f);
  const float at = place(shown.weight);
  const vec3 color = set ? f.colors.accent : f.colors.text_dim;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(std::min(zero, at), lo.y + inset),
                      ImVec2(std::max(zero, at), hi.y - inset), to_u32(color, 0.28f));
  list->AddRectFilled(ImVec2(at - 0.5f * inset, lo.y + inset),
                      ImVec2(at + 0.5f * inset, hi.y - inset), to_u32(color));
}

void draw_morph_slider(Frame& f, int channel, const std::string& name, float width) {
  MorphSlider& slider = f.state.of_model.morph.slider;
  const float now = f.input.posed.morph[static_cast<std::size_t>(channel)];
  MorphSlider shown;
  hold_morph(shown, channel, now);
  if (slider.channel == channel) shown = slider;
  ImGui::SetNextItemWidth(width);
  compat::push_font(mono_font());
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, ImVec4(0, 0, 0, 0));
  bool changed = false;
  {
    const TypedByDoubleClick typed;
    changed = ImGui::SliderFloat("##weight", &shown.weight, shown.lowest, shown.highest, "%.3f",
                                 ImGuiSliderFlags_NoRoundToFormat);
  }
  ImGui::PopStyleColor(2);
  ImGui::PopFont();
  mark(f, "morph:", name);
  draw_morph_bar(f, shown,
                 f.scene().pose.user_morph[static_cast<std::size_t>(channel)].has_value());
  if (ImGui::IsItemActivated()) hold_morph(slider, channel, now);
  tooltip(f, "Double click or Ctrl+click to type any weight");
  if (changed && slider.channel == channel && std::isfinite(shown.weight)) {
    slider.weight = shown.weight;
    slider.edited = true;
    f.edit(SetMorph{channel, slider.weight}, Phase::Preview);
  }
  if (slider.channel != channel) return;
  if (ImGui::IsItemDeactivated()) {
    end_morph_slider(f, !key_pressed(Key::Escape));
  } else if (ImGui::IsItemActive() && key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    end_morph_slider(f, false);
  }
}

void draw_channel(Frame& f, int channel) {
  const auto c = static_cast<std::size_t>(channel);
  const std::string& name = f.model()->morph_channels[c].name;
  const bool set = f.scene().pose.user_morph[c].has_value();
  const float button = f.px(22);
  const float gap = f.px(6);
  const float width = ImGui::GetContentRegionAvail().x;
  const float label = std::floor(0.42f * width);
  ImGui::PushID(channel);
  const float left = ImGui::GetCursorPosX();
  align_text();
  const std::string shown = elided(name, label - gap);
  text_colored(set ? f.colors.text : f.colors.text_dim, shown);
  if (shown != name) tooltip(f, name);
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + label);
  draw_morph_slider(f, channel, name, width - label - button - gap);
  ImGui::SameLine(0.0f, gap);
  if (icon_button(f, "reset", Icon::Reset, false, set, 22.0f)) f.edit(ResetMorph{channel});
  mark(f, "reset morph:", name);
  tooltip(f, f.scene().pose.base == BasePose::Clip ? "Back to the clip's weight"
                                                   : "Back to the base pose's weight");
  ImGui::PopID();
}

bool matches(const Frame& f, const std::string& name) {
  const std::string wanted = f.state.of_model.morph.search;
  const auto same = [](char a, char b) { return to_lower(a) == to_lower(b); };
  return std::search(name.begin(), name.end(), wanted.begin(), wanted.end(), same) != name.end();
}

void draw_morph_head(Frame& f, std::size_t channels) {
  const auto& set = f.scene().pose.user_morph;
  const auto count = static_cast<std::size_t>(
      std::count_if(set.begin(), set.end(), [](const auto& w) { return w.has_value(); }));
  text_dim(
      f, counted(channels, "morph", "morphs") + (count > 0 ? ", " + grouped(count) + " set" : ""));
  ImGui::BeginDisabled(count == 0);
  if (ImGui::Button("Reset morphs", ImVec2(ImGui::GetContentRegionAvail().x, 0))) {
    f.edit(ResetMorph{});
  }
  mark(f, "reset morphs");
  ImGui::EndDisabled();
  if (channels < kSearchFrom) return;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImGui::InputTextWithHint("##morph search", "Search morphs", f.state.of_model.morph.search,
                           sizeof f.state.of_model.morph.search, ImGuiInputTextFlags_AutoSelectAll);
  mark(f, "morph search");
}

}  // namespace

void draw_morph_panel(Frame& f) {
  const Model& model = *f.model();
  const std::size_t channels = model.morph_channels.size();
  draw_morph_head(f, channels);
  vertical_space(f, 4);
  const bool several_nodes =
      std::any_of(model.morph_channels.begin(), model.morph_channels.end(),
                  [&](const auto& c) { return c.node != model.morph_channels[0].node; });
  int node = -1;
  bool any = false;
  for (std::size_t c = 0; c < channels; ++c) {
    const MorphChannel& channel = model.morph_channels[c];
    const bool searched = channels >= kSearchFrom && f.state.of_model.morph.search[0] != '\0';
    if (searched && !matches(f, channel.name)) continue;
    any = true;
    if (several_nodes && channel.node != node) {
      node = channel.node;
      vertical_space(f, 4);
      heading_elided(model.skeleton.name[static_cast<std::size_t>(node)],
                     ImGui::GetContentRegionAvail().x);
    }
    draw_channel(f, static_cast<int>(c));
  }
  if (!any) text_dim(f, "No morph has that in its name.");
}

}  // namespace bindpose::ui
