#include "ui/timeline/clip_list.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

constexpr int kFewClips = 6;  // so many are found by eye

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Up and Down while text is typed.
int walk(ImGuiInputTextCallbackData* data) {
  int& step = *static_cast<int*>(data->UserData);
  step = data->EventKey == ImGuiKey_UpArrow ? -1 : 1;
  return 0;
}

// Returns how far the arrows walk; `entered`: Enter was pressed.
int draw_search(Frame& f, const ClipList& list, bool opened, bool& entered) {
  ClipPicker& picker = list.picker;
  int step = 0;
  if (opened) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1.0f);
  const std::string before = picker.search;
  entered = ImGui::InputTextWithHint(
      "##clip search", "Find a clip", picker.search, sizeof picker.search,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, walk, &step);
  mark(f, list.name, " search");
  if (before != picker.search) picker.marked = 0;
  return step;
}

// Returns the clip that was clicked, or -1.
int draw_rows(Frame& f, const ClipList& list, const std::vector<int>& found, bool moved) {
  const ClipPicker& picker = list.picker;
  const Scene& scene = f.scene();
  int chosen = -1;
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const int rows = std::clamp(static_cast<int>(found.size()), 1, list.rows);
  ImGui::BeginChild("clips", ImVec2(0, static_cast<float>(rows) * row), false,
                    ImGuiWindowFlags_NavFlattened);
  if (moved) {
    const float at = static_cast<float>(picker.marked) * row, top = ImGui::GetScrollY();
    const float page = static_cast<float>(rows - 1) * row;
    if (at < top) ImGui::SetScrollY(at);
    if (at > top + page) ImGui::SetScrollY(at - page);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(found.size()), row);
  while (clipper.Step()) {
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const int clip = found[static_cast<std::size_t>(k)];
      ImGui::PushID(clip);
      const std::string length = number(clip_at(scene, clip)->duration, 2) + " s";
      const bool is_marked = found.size() > 1 && k == picker.marked && picker.search[0] != '\0';
      if (ImGui::Selectable("##clip", clip == list.current || is_marked)) chosen = clip;
      mark(f, list.name, ":" + clip_title(scene, clip));
      const float right = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(length.c_str()).x;
      ImGui::SameLine(f.px(4));
      text_colored(f.colors.text, elided(clip_title(scene, clip), right - f.px(24)));
      ImGui::SameLine(right - f.px(4));
      text_dim(f, length);
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  if (found.empty()) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - row);
    text_dim(f, "No clip has that in its name");
  }
  return chosen;
}

}  // namespace

std::string clip_title(const Scene& scene, int clip) {
  const std::string& name = clip_at(scene, clip)->name;
  return name.empty() ? "clip " + std::to_string(clip + 1) : name;
}

std::vector<int> found_clips(const Scene& scene, const std::string& search) {
  const std::string whole = lower(search);
  std::vector<int> out;
  for (int c = 0; c < clip_count(scene); ++c) {
    const std::string title = lower(clip_title(scene, c));
    std::istringstream words(whole);
    bool has_all = true;
    for (std::string word; words >> word;) has_all = has_all && title.find(word) != title.npos;
    if (has_all) out.push_back(c);
  }
  if (!whole.empty()) {
    std::ranges::stable_partition(
        out, [&](int c) { return lower(clip_title(scene, c)).starts_with(whole); });
  }
  return out;
}

int pick_clip(Frame& f, const ClipList& list) {
  ClipPicker& picker = list.picker;
  const bool opened = !picker.open;
  picker.open = true;
  if (opened) {
    picker.search[0] = '\0';
    picker.marked = 0;
  }
  bool entered = false;
  int step = 0;
  if (clip_count(f.scene()) > kFewClips) step = draw_search(f, list, opened, entered);
  std::vector<int> found = found_clips(f.scene(), picker.search);
  std::erase(found, list.without);
  const int last = static_cast<int>(found.size()) - 1;
  picker.marked = std::clamp(picker.marked + step, 0, std::max(last, 0));
  const int clicked = draw_rows(f, list, found, step != 0);
  return entered && last >= 0 ? found[static_cast<std::size_t>(picker.marked)] : clicked;
}

void draw_clip_list(Frame& f, float width) {
  TimelineState& state = f.state.of_model.timeline;
  const Scene& scene = f.scene();
  const Clip* clip = chosen_clip(scene);
  const int current = std::max(0, scene.pose.clip);
  const std::string preview =
      clip ? clip_title(scene, std::min(current, clip_count(scene) - 1)) : "No clips";
  if (state.open_list) compat::activate(ImGui::GetID("##clip"), false);
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
  state.picker.open = open;
  ImGui::EndDisabled();
  mark(f, "clip");
  if (!open) tooltip(f, "Clip", Command::FindClip);
}

}  // namespace bindpose::ui
