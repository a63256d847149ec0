#include "ui/timeline/fade_button.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/timeline/clip_list.h"

namespace bindpose::ui {

namespace {

constexpr const char* kFadePopup = "fade popup";
constexpr float kFirst = 0.5f;  // of a fade that begins: something of both is seen

void draw_choice(Frame& f, const std::optional<ClipFade>& fade) {
  const Scene& scene = f.scene();
  const int from = std::max(scene.pose.clip, 0);  // the first one, where none was shown yet
  heading_elided("Fade " + clip_title(scene, from) + " into", f.px(260));
  const int chosen = pick_clip(
      f, {"fade", f.state.of_model.timeline.fade_picker, fade ? fade->into : -1, from, 8});
  if (chosen < 0) return;
  // Only now: the list may be opened and closed without any effect.
  if (scene.pose.base != BasePose::Clip) f.edit(SetBasePose{BasePose::Clip, -1});
  ClipFade wanted = fade.value_or(ClipFade{-1, kFirst});
  wanted.into = chosen;
  f.edit(SetFade{wanted});
}

void draw_details(Frame& f, const ClipFade& fade) {
  vertical_space(f, 6);
  draw_fade_slider(f, "fade", f.px(260));
  const Scene& scene = f.scene();
  text_dim(f, elided(clip_title(scene, scene.pose.clip), f.px(124)));
  ImGui::SameLine();
  text_right(elided(clip_title(scene, fade.into), f.px(124)), f.colors.text_dim);
  vertical_space(f, 6);
  const int by =
      segmented(f, "fade by", {"Same part", "Same second"}, static_cast<int>(fade.by), f.px(260));
  if (by >= 0) {
    ClipFade wanted = fade;
    wanted.by = static_cast<FadeBy>(by);
    f.edit(SetFade{wanted});
  }
  vertical_space(f, 6);
  if (ImGui::Button("No fade", ImVec2(f.px(260), 0))) f.edit(SetFade{});
  mark(f, "no fade");
}

// Below the number, which a grab would hide.
void draw_fade_bar(Frame& f, float factor) {
  const vec2 lo = from_im(ImGui::GetItemRectMin()), hi = from_im(ImGui::GetItemRectMax());
  const float x = glm::mix(lo.x, hi.x, factor), top = hi.y - f.px(3);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(lo.x, top), ImVec2(x, hi.y), to_u32(f.colors.accent), f.px(1.5f));
  list->AddRectFilled(ImVec2(std::clamp(x - f.px(1), lo.x, hi.x - f.px(2)), top - f.px(4)),
                      ImVec2(std::clamp(x + f.px(1), lo.x + f.px(2), hi.x), hi.y),
                      to_u32(f.colors.accent), f.px(1));
}

// Where ImGui's slider, the last item, would have the mouse.
float pointed_factor() {
  constexpr float kPadding = 2.0f;  // ImGui's grab_padding
  const float half = 0.5f * ImGui::GetStyle().GrabMinSize;
  const float from = ImGui::GetItemRectMin().x + kPadding + half;
  const float to = ImGui::GetItemRectMax().x - kPadding - half;
  if (!(to > from)) return 0.0f;
  return std::clamp((ImGui::GetIO().MousePos.x - from) / (to - from), 0.0f, 1.0f);
}

std::string fade_words(const Scene& scene) {
  const auto& fade = scene.pose.timeline.fade;
  if (!fade) return "Fade into another clip";
  return clip_title(scene, scene.pose.clip) + " fades into " + clip_title(scene, fade->into) +
         ": " + number(static_cast<double>(fade->factor), 2);
}

}  // namespace

bool can_fade(const Frame& f) {
  return clip_count(f.scene()) > 1;
}

void draw_fade_slider(Frame& f, const char* id, float width) {
  TimelineState& state = f.state.of_model.timeline;
  ClipFade wanted = *f.scene().pose.timeline.fade;
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, ImVec4(0, 0, 0, 0));
  const bool changed =
      ImGui::SliderFloat((std::string("##") + id).c_str(), &wanted.factor, 0.0f, 1.0f, "%.2f",
                         ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleColor(2);
  draw_fade_bar(f, wanted.factor);
  mark(f, id);
  tooltip(f, fade_words(f.scene()) + "; Ctrl+click to type");
  const bool cancelled = key_pressed(Key::Escape);
  if (ImGui::IsItemActivated()) state.fading = true;
  if (changed && !cancelled && std::isfinite(wanted.factor)) {
    f.edit(SetFade{wanted}, Phase::Preview);
  }
  // A quick hand has moved and let go within one frame.
  if (state.fading && ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(0)) {
    wanted.factor = pointed_factor();
  }
  const bool ends = ImGui::IsItemDeactivated() || (ImGui::IsItemActive() && cancelled);
  if (!state.fading || !ends) return;
  if (ImGui::IsItemActive()) ImGui::ClearActiveID();
  f.edit(SetFade{wanted}, cancelled ? Phase::Cancel : Phase::Commit);
  state.fading = false;
}

void draw_fade_button(Frame& f) {
  const bool on = f.scene().pose.timeline.fade.has_value();
  f.state.of_model.timeline.fade_button = from_im(ImGui::GetCursorScreenPos());
  if (icon_button(f, "Fade", Icon::Fade, on, can_fade(f))) run(f, Command::FadeClip);
  mark(f, "Fade");
  tooltip(f, fade_words(f.scene()), Command::FadeClip);
}

void draw_fade_popup(Frame& f, const Rect& bar) {
  TimelineState& state = f.state.of_model.timeline;
  if (state.open_fade) ImGui::OpenPopup(kFadePopup);
  state.open_fade = false;
  if (!can_fade(f)) return;
  const vec2 at = state.fade_button.value_or(bar.lo + vec2(f.px(10)));
  state.fade_button.reset();
  ImGui::SetNextWindowPos(ImVec2(at.x, at.y - f.px(8)), ImGuiCond_Always, ImVec2(0, 1));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(12), f.px(10)));
  if (ImGui::BeginPopup(kFadePopup)) {
    draw_choice(f, f.scene().pose.timeline.fade);
    if (f.scene().pose.timeline.fade) draw_details(f, *f.scene().pose.timeline.fade);
    if (key_pressed(Key::Escape) && !state.fading) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  } else {
    state.fade_picker.open = false;
  }
  ImGui::PopStyleVar();
  // The slider that is held may have gone.
  if (state.fading && !ImGui::IsAnyItemActive()) {
    f.edit(SetFade{f.scene().pose.timeline.fade}, Phase::Commit);
    state.fading = false;
  }
}

}  // namespace bindpose::ui
