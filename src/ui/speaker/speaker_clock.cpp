// The time in the speaker's window.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scene/lesson/lesson_schedule.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/speaker/speaker_frame.h"

namespace bindpose::ui {

float width_in(ImFont* font, const std::string& text) {
  return font->CalcTextSizeA(compat::font_size(font), 1e9f, 0.0f, text.c_str()).x;
}

void draw_text_at(ImFont* font, vec2 at, const vec3& color, const std::string& text) {
  ImGui::GetWindowDrawList()->AddText(font, compat::font_size(font), im(at), to_u32(color),
                                      text.c_str());
}

std::string spoken_text(double seconds) {
  const auto whole = static_cast<long>(std::max(seconds, 0.0));
  char text[40];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  }
  return text;
}

namespace {

void pause_or_go_on(Speaker& s) {
  if (s.state.since) {
    s.state.gathered = s.state.spoken(s.shown.now);
    s.state.since.reset();
  } else {
    s.state.since = s.shown.now;
  }
}

// "3:10 of 9 min" where the lesson is planned, with all that was spoken where other lessons came
// before it.
std::string told_time(const Speaker& s) {
  const double spoken = s.state.spoken(s.shown.now);
  const double planned = s.lesson() != nullptr ? planned_minutes(*s.lesson()) : 0.0;
  if (planned <= 0.0) return spoken_text(spoken);
  char of[40];
  std::snprintf(of, sizeof of, " of %g min", planned);
  const std::string here = spoken_text(spoken - s.state.before_lesson) + of;
  return s.state.before_lesson < 1.0 ? here : here + ", " + spoken_text(spoken) + " in all";
}

// More was spoken here than is planned.
bool is_late(const Speaker& s) {
  if (s.lesson() == nullptr) return false;
  const double until = minutes_until(*s.lesson(), s.f.input.lesson_step);
  const double planned = until > 0.0 ? until : planned_minutes(*s.lesson());
  return planned > 0.0 && s.state.spoken(s.shown.now) - s.state.before_lesson > 60.0 * planned;
}

}  // namespace

float draw_times(Speaker& s, const Rect& r) {
  Frame& f = s.f;
  ImFont* font = title_font();
  const float line = compat::font_size(font);
  const float y = std::floor(r.center().y - 0.5f * line);
  float x = r.hi.x - width_in(font, s.shown.clock);
  draw_text_at(font, {x, y}, f.colors.text, s.shown.clock);
  mark(f, "speaker clock", "", {{x, y}, {r.hi.x, y + line}});
  const float button = 28.0f;
  x -= f.px(kSpeakerGap + button);
  const float top = std::floor(r.center().y - 0.5f * f.px(button));
  ImGui::SetCursorScreenPos(ImVec2(x, top));
  if (icon_button(f, "speaker reset", Icon::Reset, false)) {
    s.state.gathered = s.state.before_lesson = 0.0;
    if (s.state.since) s.state.since = s.shown.now;
  }
  tooltip(f, "Count from 0:00 again");
  x -= f.px(button + 4);
  ImGui::SetCursorScreenPos(ImVec2(x, top));
  const bool runs = s.state.since.has_value();
  if (icon_button(f, "speaker pause", runs ? Icon::Pause : Icon::Play, false)) pause_or_go_on(s);
  tooltip(f, runs ? "Stop the time" : "Let the time run on");
  // As wide as it will be in an hour: nothing beside it moves while it counts.
  const std::string spoken = s.state.told = told_time(s);
  x -= f.px(8) + std::max(width_in(font, "00:00"), width_in(font, spoken));
  const vec3 color = is_late(s)      ? f.colors.warning
                     : s.state.since ? f.colors.accent
                                     : f.colors.text_dim;
  draw_text_at(font, {x, y}, color, spoken);
  mark(f, "speaker spoken", "", {{x, y}, {x + width_in(font, spoken), y + line}});
  return x - f.px(kSpeakerGap);
}

void follow_lesson(Speaker& s) {
  if (s.lesson() == nullptr) return;
  const UiInput& in = s.f.input;
  const SpeakerState::Stood now{in.lesson_path, in.lesson_step,
                                in.lesson_answer != nullptr && in.lesson_answer->revealed};
  if (s.state.stood == now) return;
  s.f.state.of_model.lesson = {};
  const bool first = !s.state.stood;
  if (!first && !s.state.since && s.state.gathered == 0.0) s.state.since = s.shown.now;
  if (first || s.state.stood->lesson != now.lesson)
    s.state.before_lesson = s.state.spoken(s.shown.now);
  s.state.stood = now;
}

}  // namespace bindpose::ui
