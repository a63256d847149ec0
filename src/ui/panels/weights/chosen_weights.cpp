#include "ui/panels/weights/chosen_weights.h"

#include <algorithm>
#include <cmath>

#include "scene/weight_problems.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/panels/probe_panel.h"

namespace bindpose::ui {

namespace {

constexpr int kMostSmoothTimes = 1000;

float mean_weight(const Scene& scene, int joint) {
  const VertexLists lists = vertices_of(scene, scene.selection.vertices);
  double sum = 0.0;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    const MeshBinding& binding = binding_of(scene, m);
    const int slot = lists[m].empty() ? -1 : find_slot(binding.skin, joint);
    if (slot < 0) continue;
    const Influences& in = binding.influences;
    for (const std::uint32_t i : lists[m]) {
      for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
        if (in.slot[k] == slot) sum += static_cast<double>(in.weight[k]);
      }
    }
  }
  const std::size_t count = count_of(lists);
  return count == 0 ? 0.0f : static_cast<float>(sum / static_cast<double>(count));
}

float shown_mean(Frame& f) {
  ChosenWeights& c = f.state.of_model.chosen_weights;
  const Scene& scene = f.scene();
  const bool same = c.joint == f.selected() && c.weights == scene.weights.revision &&
                    c.group == scene.selection.vertices;
  if (!same) {
    c.joint = f.selected();
    c.weights = scene.weights.revision;
    c.group = scene.selection.vertices;
    c.mean = mean_weight(scene, c.joint);
  }
  return c.mean;
}

MendWeights share_edit(const Frame& f, float share) {
  Mend mend{Mend::SetJoint};
  mend.amount = std::round(1e4 * static_cast<double>(share)) / 1e4;  // as it is shown
  mend.joint = f.selected();
  return {mend};
}

void draw_slider(Frame& f, float width) {
  ChosenWeights& c = f.state.of_model.chosen_weights;
  float shown = c.held ? c.share : shown_mean(f);
  ImGui::SetNextItemWidth(width);
  compat::push_font(mono_font());
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, ImVec4(0, 0, 0, 0));
  const bool changed =
      ImGui::SliderFloat("##chosen share", &shown, 0.0f, 1.0f, "%.4f",
                         ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  ImGui::PopStyleColor(2);
  if (!ImGui::GetIO().WantTextInput) draw_share_bar(f, shown, f.joint_color(f.selected()));
  ImGui::PopFont();
  mark(f, "chosen weight");
  if (ImGui::IsItemActivated()) c.held = true, c.edited = false, c.share = shown;
  tooltip(f, "What the chosen vertices have of the joint: their mean. Drag to give all the same");
  if (!c.held) return;
  if (changed && shown >= 0.0f && shown <= 1.0f) {
    c.share = shown;
    c.edited = true;
    f.edit(share_edit(f, shown), Phase::Preview);
  }
  const bool escape = key_pressed(Key::Escape);
  if (!ImGui::IsItemDeactivated() && !escape) return;
  if (escape) ImGui::ClearActiveID();
  if (c.edited) f.edit(share_edit(f, c.share), escape ? Phase::Cancel : Phase::Commit);
  c.held = c.edited = false;
}

// A number of a mend; what it is stands before it, and below the mouse.
bool mend_number(Frame& f, const char* id, float& value, float speed, const char* format,
                 float width, const char* tip) {
  ImGui::SetNextItemWidth(width);
  compat::push_font(mono_font());
  const bool changed = number_field(f, (std::string("##") + id).c_str(), value, speed, format);
  ImGui::PopFont();
  mark(f, id);
  tooltip(f, tip);
  return changed;
}

}  // namespace

void draw_mend_section(Frame& f) {
  MendNumbers& m = f.state.mend;
  if (!section(f, "Mend", "", m.open)) return;
  const VertexGroup& group = f.scene().selection.vertices;
  text_dim(f, group.kind == VertexGroup::None ? "All vertices" : "The chosen vertices");
  mark(f, "mend whom");
  const float width = ImGui::GetContentRegionAvail().x, left = ImGui::GetCursorPosX();
  const float gap = f.px(6), field = std::floor(0.19f * width), word = f.px(14);
  const float button = width - 2.0f * (field + gap) - word;
  const auto press = [&](Command command, const char* text, const char* about) {
    ImGui::BeginDisabled(!available(f, command));
    const bool pressed = ImGui::Button(text, ImVec2(button, 0));
    ImGui::EndDisabled();
    mark(f, "mend now:", text);
    tooltip(f, about, command);
    ImGui::SameLine(0.0f, gap);
    if (pressed) run(f, command);
  };
  press(Command::MendPrune, "Prune below", "They go, the others make up for them");
  if (mend_number(f, "prune below", m.prune_below, 0.0005f, "%.4g", field + word + gap + field,
                  "A weight, from 0 to 1"))
    m.prune_below = std::clamp(m.prune_below, 0.0f, 1.0f);
  ImGui::SetCursorPosX(left);
  press(Command::MendSmooth, "Smooth by",
        "Towards the mean of the neighbours, as often as it says");
  if (mend_number(f, "smooth factor", m.smooth_factor, 0.005f, "%.3g", field,
                  "How far of the way to the neighbours' mean, from 0 to 1"))
    m.smooth_factor = std::clamp(m.smooth_factor, 0.0f, 1.0f);
  ImGui::SameLine(0.0f, 0.0f);
  const float at = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(at + 0.5f * (word + gap - ImGui::CalcTextSize("\xC3\x97").x));
  text_dim(f, "\xC3\x97");
  ImGui::SameLine(0.0f, 0.0f);
  ImGui::SetCursorPosX(at + word + gap);
  auto times = static_cast<float>(m.smooth_times);
  if (mend_number(f, "smooth times", times, 0.1f, "%.0f", field, "How often"))
    m.smooth_times = std::clamp(static_cast<int>(std::lround(times)), 1, kMostSmoothTimes);
  vertical_space(f, 8);
}

void draw_chosen_weights(Frame& f) {
  const bool any = f.scene().selection.vertices.kind != VertexGroup::None;
  if (!any || f.selected() < 0) {
    f.state.of_model.chosen_weights.held = false;
    return;
  }
  const auto j = static_cast<std::size_t>(f.selected());
  heading("Chosen vertices");
  const float width = ImGui::GetContentRegionAvail().x;
  const float label = std::floor(0.42f * width), left = ImGui::GetCursorPosX();
  align_text();
  text_dim(f, elided(f.model()->skeleton.name[j], label - f.px(8)));
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + label);
  const bool locked = has_locked_weights(f.scene(), f.selected());
  ImGui::BeginDisabled(locked);
  draw_slider(f, width - label);
  ImGui::EndDisabled();
  if (toggle(f, "lock weights", "Weights locked", locked)) run(f, Command::LockWeights);
  tooltip(f, "No mend changes what vertices have of the joint", Command::LockWeights);
  vertical_space(f, 8);
}

}  // namespace bindpose::ui
