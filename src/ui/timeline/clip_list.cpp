#include "ui/timeline/clip_list.h"

#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

SearchRows rows_of(const Scene& scene, const ClipList& list) {
  SearchRows rows{list.name, "Find a clip", "No clip has that in its name", clip_count(scene)};
  rows.title = [&scene](int clip) { return clip_title(scene, clip); };
  rows.beside = [&scene](int clip) { return number(clip_at(scene, clip)->duration, 2) + " s"; };
  rows.current = list.current;
  rows.without = list.without;
  rows.rows = list.rows;
  return rows;
}

}  // namespace

std::string clip_title(const Scene& scene, int clip) {
  const std::string& name = clip_at(scene, clip)->name;
  return name.empty() ? "clip " + std::to_string(clip + 1) : name;
}

int pick_clip(Frame& f, const ClipList& list) {
  return pick_row(f, list.picker, rows_of(f.scene(), list));
}

void draw_clip_list(Frame& f, float width) {
  TimelineState& state = f.state.of_model.timeline;
  const Scene& scene = f.scene();
  const Clip* clip = chosen_clip(scene);
  const int current = std::max(0, scene.pose.clip);
  const std::string preview =
      clip ? clip_title(scene, std::min(current, clip_count(scene) - 1)) : "No clips";
  if (state.open_list) {
    compat::activate(ImGui::GetID("##clip"), false);
    state.picker.asked = true;
  }
  state.open_list = false;
  ImGui::BeginDisabled(clip == nullptr);
  const float wide = std::max(width, f.px(240));
  ImGui::SetNextWindowSizeConstraints(ImVec2(wide, 0), ImVec2(wide, f.px(2000)));
  const bool open = begin_combo(f, "##clip", preview, width);
  if (open) {
    const bool shown = scene.pose.base == BasePose::Clip;
    const int chosen = pick_clip(f, {"clip", state.picker, shown ? scene.pose.clip : -1});
    if (chosen >= 0) f.edit(SetBasePose{BasePose::Clip, chosen});
    if (chosen >= 0 || key_pressed(Key::Escape)) ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
  }
  // The list opens in the frame after it was asked for.
  if (state.picker.open && !open) state.picker.asked = false;
  state.picker.open = open;
  ImGui::EndDisabled();
  mark(f, "clip");
  if (!open) tooltip(f, "Clip", Command::FindClip);
}

}  // namespace bindpose::ui
