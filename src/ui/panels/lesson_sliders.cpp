// What a step lets the audience move.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/panels/lesson_panel.h"

namespace bindpose::ui {

namespace {

constexpr float kRowGap = 8.0f, kTrack = 24.0f, kPlay = 22.0f;
// From one end to the other.
constexpr double kSweepSeconds = 3.0;

const std::vector<LessonSlider>& sliders_of(const Frame& f) {
  return f.input.lesson->lesson.steps[f.input.lesson_step].sliders;
}

float row_height(const Frame& f) {
  return compat::font_size(reading_font()) + f.px(4) + f.px(kTrack) + f.px(kRowGap);
}

double value_at(const LessonSlider& slider, double part) {
  const double step = slider_step(slider);
  const double value = slider.low + std::clamp(part, 0.0, 1.0) * (slider.high - slider.low);
  return std::clamp(std::round(value / step) * step, slider.low, slider.high);
}

// So many steps on, of which the range has about fifty.
double value_after(const LessonSlider& slider, double value, int steps) {
  const double unit = slider_step(slider);
  const double step = unit * std::max(1.0, std::round((slider.high - slider.low) / 50.0 / unit));
  const double wanted = std::round((value + step * steps) / unit) * unit;
  return std::clamp(wanted, slider.low, slider.high);
}

void send(Frame& f, std::size_t k, Phase phase) {
  f.edit(slider_edit(*f.input.lesson, f.input.lesson_step, k, f.state.of_model.lesson.sliders,
                     f.scene()),
         phase);
}

double phase_of(const LessonSlider& slider, double value) {
  const double part = (value - slider.low) / (slider.high - slider.low);
  return std::acos(1.0 - 2.0 * std::clamp(part, 0.0, 1.0));
}

void end_playing(Frame& f) {
  LessonStepState& s = f.state.of_model.lesson;
  if (s.playing < 0) return;
  const auto k = static_cast<std::size_t>(std::exchange(s.playing, -1));
  s.held = -1;
  send(f, k, Phase::Commit);
}

// Moves the slider with the mouse, or with the arrows where Tab went: previews while it is held,
// one undo step when it is let go.
void hold_lesson_slider(Frame& f, std::size_t k, const LessonSlider& slider, float left,
                        float width) {
  UiState& s = f.state;
  // A hand on a slider ends what it does by itself.
  if (ImGui::IsItemActivated() || slider_steps(f) != 0) end_playing(f);
  if (s.of_model.lesson.playing >= 0) return;
  const bool mine = s.of_model.lesson.held == static_cast<int>(k);
  double& value = s.of_model.lesson.sliders[k];
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    value = slider.start;
    send(f, k, Phase::Once);
    s.of_model.lesson.held = -1;
    return;
  }
  if (const int steps = slider_steps(f); steps != 0) {
    const double wanted = value_after(slider, value, steps);
    if (wanted == value) return;
    value = wanted;
    s.of_model.lesson.held = static_cast<int>(k);
    send(f, k, Phase::Preview);
  } else if (mine && slider_key_held(f)) {
    return;
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDown(0)) {
    const float x = ImGui::GetIO().MousePos.x;
    const double wanted = value_at(slider, double((x - left) / std::max(1.0f, width)));
    if (wanted == value) return;
    value = wanted;
    s.of_model.lesson.held = static_cast<int>(k);
    send(f, k, Phase::Preview);
  } else if (mine) {
    s.of_model.lesson.held = -1;
    send(f, k, Phase::Commit);
  }
}

// A slider goes from end to end and back by itself, smoothly, until it is stopped, a slider is
// touched, or another step comes: one undo step.
void play_slider(Frame& f, std::size_t k) {
  LessonStepState& s = f.state.of_model.lesson;
  if (k >= sliders_of(f).size()) return;
  const bool stops = s.playing == static_cast<int>(k);
  end_playing(f);
  if (stops) return;
  s.playing = static_cast<int>(k);
  s.phase = phase_of(sliders_of(f)[k], s.sliders[k]);
  f.out.wants_next_frame = true;
}

// Plays the slider, or stops it.
void draw_play(Frame& f, std::size_t k, vec2 center) {
  const bool plays = f.state.of_model.lesson.playing == static_cast<int>(k);
  const float half = 0.5f * f.px(kPlay);
  ImGui::SetCursorScreenPos(ImVec2(center.x - half, center.y - half));
  ImGui::PushID(static_cast<int>(k));
  const bool pressed = ImGui::InvisibleButton("play", ImVec2(2.0f * half, 2.0f * half));
  ImGui::PopID();
  mark(f, "lesson play:", std::to_string(k));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) list->AddCircleFilled(im(center), half, to_u32(f.colors.text, 0.08f));
  draw_icon(list, plays ? Icon::Pause : Icon::Play, im(center), f.px(14),
            to_u32(hovered || plays ? f.colors.accent : f.colors.text_dim));
  const char* const words = plays ? "Stop here" : "To and fro by itself";
  k == 0 ? tooltip(f, words, Command::PlaySlider) : tooltip(f, words);
  if (!pressed) return;
  f.state.of_model.lesson.toggles = static_cast<int>(k);
  f.out.wants_next_frame = true;
}

void draw_slider_row(Frame& f, std::size_t k, vec2 at, float width) {
  const LessonSlider& slider = sliders_of(f)[k];
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = reading_font();
  const float size = compat::font_size(font);
  const float knob = f.px(8);
  const float track_y = at.y + size + f.px(4) + 0.5f * f.px(kTrack);
  const float left = at.x + knob, length = width - 2.0f * knob;
  ImGui::SetCursorScreenPos(ImVec2(at.x, track_y - 0.5f * f.px(kTrack)));
  ImGui::PushID(static_cast<int>(k));
  ImGui::InvisibleButton("slider", ImVec2(width, f.px(kTrack)));
  ImGui::PopID();
  mark(f, "lesson slider:", std::to_string(k));
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  hold_lesson_slider(f, k, slider, left, length);
  if (!ImGui::IsItemActive())
    tooltip(f, "Double click: back to the start. Arrows move it where Tab went.");

  const double value = f.state.of_model.lesson.sliders[k];
  list->AddText(font, size, im(at), to_u32(f.colors.text), slider.label.c_str());
  const std::string text = slider_value_text(slider, value);
  ImFont* bold = reading_bold_font();
  const float text_width = bold->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
  draw_play(f, k, {at.x + width - 0.5f * f.px(kPlay), at.y + 0.5f * size + f.px(1)});
  const float value_end = at.x + width - f.px(kPlay + 4);
  list->AddText(bold, size, ImVec2(value_end - text_width, at.y), to_u32(f.colors.accent),
                text.c_str());
  const auto part = static_cast<float>((value - slider.low) / (slider.high - slider.low));
  const float x = left + std::clamp(part, 0.0f, 1.0f) * length;
  const float half = f.px(2.5f);
  list->AddRectFilled(ImVec2(at.x, track_y - half), ImVec2(at.x + width, track_y + half),
                      to_u32(blend(f.colors.panel, f.colors.text, 0.22f)), half);
  list->AddRectFilled(ImVec2(at.x, track_y - half), ImVec2(x, track_y + half),
                      to_u32(f.colors.accent), half);
  list->AddCircleFilled(ImVec2(x, track_y), hot ? knob + f.px(1) : knob, to_u32(f.colors.accent),
                        32);
  list->AddCircleFilled(ImVec2(x, track_y), 0.45f * knob, to_u32(f.colors.panel), 24);
}

}  // namespace

float lesson_sliders_height(const Frame& f, const LessonStep& step) {
  const auto count = static_cast<float>(step.sliders.size());
  return count > 0.0f ? count * row_height(f) + f.px(6) : 0.0f;
}

std::optional<Edit> advance_slider(LessonStepState& s, const LessonPlan& plan, std::size_t step,
                                   const Scene& scene, double seconds) {
  const std::vector<LessonSlider>& sliders = plan.lesson.steps[step].sliders;
  if (s.playing < 0 || s.sliders.size() != sliders.size()) return {};
  const auto k = static_cast<std::size_t>(s.playing);
  s.phase = std::fmod(s.phase + std::numbers::pi * seconds / kSweepSeconds, 2.0 * std::numbers::pi);
  const double wanted = value_at(sliders[k], 0.5 - 0.5 * std::cos(s.phase));
  if (wanted == s.sliders[k]) return {};
  s.sliders[k] = wanted;
  s.held = s.playing;
  return slider_edit(plan, step, k, s.sliders, scene);
}

void draw_lesson_sliders(Frame& f, vec2 at, float width) {
  LessonStepState& s = f.state.of_model.lesson;
  const int toggled = std::exchange(s.toggles, -1);
  if (toggled >= 0) play_slider(f, static_cast<std::size_t>(toggled));
  if (s.playing >= 0) f.out.wants_next_frame = true;
  draw_slider_rows(f, at, width);
}

void draw_slider_rows(Frame& f, vec2 at, float width) {
  const auto& sliders = sliders_of(f);
  at.y += f.px(6);
  for (std::size_t k = 0; k < sliders.size(); ++k) {
    draw_slider_row(f, k, at, width);
    at.y += row_height(f);
  }
}

void follow_sliders(Frame& f) {
  const auto& sliders = sliders_of(f);
  UiState& s = f.state;
  if (s.of_model.lesson.sliders.size() != sliders.size()) {
    s.of_model.lesson.sliders = slider_starts(f.input.lesson->lesson.steps[f.input.lesson_step]);
    s.of_model.lesson.held = s.of_model.lesson.playing = -1;
  }
  if (s.of_model.lesson.held < 0 && f.input.question() == nullptr) {
    s.of_model.lesson.sliders =
        slider_values(*f.input.lesson, f.input.lesson_step, f.scene(), s.of_model.lesson.sliders);
  }
}

}  // namespace bindpose::ui
