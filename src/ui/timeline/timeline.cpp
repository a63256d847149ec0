#include "ui/timeline/timeline.h"

#include <algorithm>
#include <cmath>

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/timeline/clip_list.h"
#include "ui/timeline/curves.h"
#include "ui/timeline/fade_button.h"
#include "ui/timeline/rate_button.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/time_text.h"

namespace bindpose::ui {

namespace {

constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0};

constexpr float kBar = 48.0f, kBarOverRuler = 42.0f, kRuler = 38.0f;  // heights at scale 1

Icon icon_of(AtEnd at_end) {
  if (at_end == AtEnd::Once) return Icon::Once;
  return at_end == AtEnd::PingPong ? Icon::PingPong : Icon::Loop;
}

// `all`: with the keys' own buttons and the one to the end.
void draw_transport(Frame& f, bool all) {
  const bool playing = f.scene().playback.playing && f.scene().pose.base == BasePose::Clip;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(2), 0));
  const auto button = [&](Command command, Icon icon) {
    command_button(f, command, icon);
    ImGui::SameLine();
  };
  button(Command::JumpStart, Icon::JumpStart);
  if (all) button(Command::PreviousKey, Icon::PreviousKey);
  button(Command::StepBack, Icon::StepBack);
  const bool can_play = available(f, Command::PlayPause);
  if (icon_button(f, "Play", playing ? Icon::Pause : Icon::Play, playing, can_play)) {
    run(f, Command::PlayPause);
  }
  tooltip(f, playing ? "Pause" : "Play", Command::PlayPause);
  ImGui::SameLine();
  button(Command::StepForward, Icon::StepForward);
  if (all) button(Command::NextKey, Icon::NextKey);
  if (all) button(Command::JumpEnd, Icon::JumpEnd);
  const AtEnd at_end = f.scene().playback.at_end;
  if (icon_button(f, "Loop", icon_of(at_end), at_end != AtEnd::Once && can_play, can_play)) {
    run(f, Command::NextAtEnd);
  }
  tooltip(f, label(f, Command::NextAtEnd), Command::NextAtEnd);
  ImGui::PopStyleVar();
}

float transport_width(const Frame& f, bool all) {
  const float buttons = all ? 8.0f : 5.0f;
  return buttons * f.px(28) + (buttons - 1.0f) * f.px(2);
}

void draw_speed(Frame& f) {
  Playback playback = f.scene().playback;
  ImGui::BeginDisabled(chosen_clip(f.scene()) == nullptr);
  if (begin_combo(f, "##speed", number(playback.speed, 2) + "x", f.px(80))) {
    for (const double speed : kSpeeds) {
      if (list_row((number(speed, 2) + "x").c_str(), speed == playback.speed)) {
        playback.speed = speed;
        f.edit(SetPlayback{playback});
      }
      mark(f, "speed:", number(speed, 2));
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  mark(f, "speed");
  tooltip(f, "Speed");
}

void draw_base_pose(Frame& f, float width) {
  const bool open = f.model() != nullptr;
  const bool clips = chosen_clip(f.scene()) != nullptr;
  const unsigned disabled = (open ? 0u : 3u) | (clips ? 0u : 4u);
  const int base = segmented(f, "base", {"Bind", "Rest", "Clip"},
                             open ? static_cast<int>(f.scene().pose.base) : -1, width, disabled);
  if (base >= 0) f.edit(SetBasePose{static_cast<BasePose>(base), -1});
}

void place(float& x, float y, float width, float gap) {
  ImGui::SetCursorScreenPos(ImVec2(x, y));
  x += width + gap;
}

// Widths in the bar; 0: left out. On a narrow window things give way until all fit.
struct Bar {
  float transport, clip, fade, slider, time, total, rate, curves, speed, base;
  bool all_buttons = true;

  float sum(float gap) const {
    float all = 0.0f;
    for (const float w : {transport, clip, fade, slider, time, total, rate, curves, speed, base}) {
      all += w > 0.0f ? w + gap : 0.0f;
    }
    return all;
  }
};

std::string total_text(Frame& f) {
  const Clip* clip = chosen_clip(f.scene());
  const double rate = f.state.of_model.timeline.keys.rate(f.scene());
  const std::string unit = f.scene().view.time_unit == TimeUnit::Seconds ? " s" : "";
  return "/ " + time_text(f, clip ? clip->duration : 0.0, rate) + unit;
}

Bar lay_out(Frame& f, float room, float gap) {
  const float window = ImGui::GetIO().DisplaySize.x;
  Bar bar{transport_width(f, true),
          std::clamp(0.18f * window, f.px(140), f.px(320)),
          f.px(28),
          f.scene().pose.timeline.fade ? f.px(110) : 0.0f,
          f.px(64),
          ImGui::CalcTextSize(total_text(f).c_str()).x,
          f.px(96),
          f.px(28),
          f.px(80),
          f.px(168)};
  const auto fits = [&] { return bar.sum(gap) <= room; };
  if (!fits()) bar.clip = f.px(130);
  if (!fits()) bar.transport = transport_width(f, false), bar.all_buttons = false;
  if (!fits()) bar.speed = 0.0f;
  if (!fits()) bar.base = f.px(132);
  if (!fits()) bar.total = 0.0f;
  if (!fits()) bar.slider = 0.0f;
  if (!fits()) bar.curves = 0.0f;
  if (!fits()) bar.fade = 0.0f;
  if (!fits()) bar.rate = 0.0f;
  if (!fits()) bar.clip = f.px(84);
  if (!fits()) bar.time = 0.0f;
  if (!fits()) bar.clip = 0.0f;
  return bar;
}

// Dragged, or typed after a click, as a frame or a second.
void draw_time(Frame& f, float width) {
  const bool frames = f.scene().view.time_unit == TimeUnit::Frames;
  const Clip* clip = chosen_clip(f.scene());
  const double rate = f.state.of_model.timeline.keys.rate(f.scene());
  auto value = static_cast<float>(in_units(f, clip ? f.scene().pose.time : 0.0, rate));
  const std::string text = time_text(f, clip ? f.scene().pose.time : 0.0, rate);
  const char* format = !frames ? "%.2f" : text.find('.') != text.npos ? "%.1f" : "%.0f";
  if (f.state.of_model.timeline.type_time) compat::activate(ImGui::GetID("##time"), true);
  f.state.of_model.timeline.type_time = false;
  ImGui::BeginDisabled(clip == nullptr);
  ImGui::SetNextItemWidth(width);
  if (number_field(f, "##time", value, frames ? 0.25f : 0.01f, format) && clip) {
    if (f.scene().pose.base != BasePose::Clip) f.edit(SetBasePose{BasePose::Clip, -1});
    f.edit(
        SetTime{std::clamp(from_units(f, static_cast<double>(value), rate), 0.0, clip->duration)});
  }
  ImGui::EndDisabled();
  mark(f, "time");
  tooltip(f, frames ? "Frame" : "Second", Command::GoToTime);
}

void draw_bar(Frame& f, const Rect& r) {
  const float gap = f.px(10), middle = r.center().y;
  const float frame_y = std::floor(middle - 0.5f * ImGui::GetFrameHeight());
  float x = r.lo.x + f.px(10);
  const Bar bar = lay_out(f, r.hi.x - x, gap);
  place(x, std::floor(middle - f.px(14)), bar.transport, gap);
  draw_transport(f, bar.all_buttons);
  if (bar.clip > 0.0f) {
    place(x, frame_y, bar.clip, gap);
    draw_clip_list(f, bar.clip);
  }
  if (bar.fade > 0.0f) {
    place(x, std::floor(middle - f.px(14)), bar.fade, bar.slider > 0.0f ? f.px(4) : gap);
    draw_fade_button(f);
  }
  if (bar.slider > 0.0f) {
    place(x, frame_y, bar.slider, gap);
    draw_fade_slider(f, "bar fade", bar.slider);
  }
  if (bar.time > 0.0f) {
    place(x, frame_y, bar.time, bar.total > 0.0f ? f.px(6) : gap);
    draw_time(f, bar.time);
  }
  if (bar.total > 0.0f) {
    place(x, std::floor(middle - 0.5f * ImGui::GetFontSize()), bar.total, gap);
    text_dim(f, total_text(f));
  }
  if (bar.rate > 0.0f) {
    place(x, frame_y, bar.rate, gap);
    draw_rate_button(f, bar.rate);
  }
  if (bar.curves > 0.0f) {
    place(x, std::floor(middle - f.px(14)), bar.curves, gap);
    command_button(f, Command::ToggleCurves, Icon::Curves);
  }
  // What is of the whole window stands at its right end.
  x = std::max(x, r.hi.x - f.px(10) - bar.base - (bar.speed > 0.0f ? bar.speed + gap : 0.0f));
  if (bar.speed > 0.0f) {
    place(x, frame_y, bar.speed, gap);
    draw_speed(f);
  }
  place(x, frame_y, bar.base, gap);
  draw_base_pose(f, bar.base);
}

}  // namespace

float timeline_height(const Frame& f, float room) {
  if (chosen_clip(f.scene()) == nullptr) return f.px(kBar);
  return f.px(kBarOverRuler + kRuler) + curves_height(f, room);
}

void draw_timeline(Frame& f, const Rect& r) {
  begin_fixed_window("timeline", r, ImVec2(0, 0), f.colors.panel);
  note_panel(f);
  hairline(f, r, Edge::Top);
  f.state.of_model.timeline.hovered = false;
  const bool ruler = chosen_clip(f.scene()) != nullptr;
  const float split = r.lo.y + f.px(ruler ? kBarOverRuler : kBar);
  const float ruler_end = split + f.px(kRuler);
  const bool curves = ruler && f.scene().view.curves != CurveShow::Off;
  if (curves) draw_curves_edge(f, r);
  draw_bar(f, {r.lo, {r.hi.x, split}});
  draw_fade_popup(f, r);
  if (ruler) draw_ruler(f, {{r.lo.x, split}, {r.hi.x, ruler_end}});
  if (curves) draw_curves(f, {{r.lo.x, ruler_end}, r.hi});
  ImGui::End();
}

}  // namespace bindpose::ui
