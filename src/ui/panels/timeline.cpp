#include "ui/panels/timeline.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0};

const Clip* shown_clip(const Frame& f) {
  const int count = clip_count(f.scene());
  return count == 0 ? nullptr : clip_at(f.scene(), std::clamp(f.scene().pose.clip, 0, count - 1));
}

std::string clip_name(const Scene& scene, int i) {
  const std::string& name = clip_at(scene, i)->name;
  return name.empty() ? "clip " + std::to_string(i + 1) : name;
}

void draw_transport(Frame& f) {
  const bool playing = f.scene().playback.playing && f.scene().pose.base == BasePose::Clip;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(2), 0));
  command_button(f, Command::JumpStart, Icon::JumpStart);
  ImGui::SameLine();
  command_button(f, Command::StepBack, Icon::StepBack);
  ImGui::SameLine();
  const bool can_play = available(f, Command::PlayPause);
  if (icon_button(f, "Play", playing ? Icon::Pause : Icon::Play, playing, can_play)) {
    run(f, Command::PlayPause);
  }
  tooltip(f, playing ? "Pause" : "Play", Command::PlayPause);
  ImGui::SameLine();
  command_button(f, Command::StepForward, Icon::StepForward);
  ImGui::SameLine();
  Playback playback = f.scene().playback;
  if (icon_button(f, "Loop", Icon::Loop, playback.loop && can_play, can_play)) {
    playback.loop = !playback.loop;
    f.edit(SetPlayback{playback});
  }
  tooltip(f, "Loop");
  ImGui::PopStyleVar();
}

void draw_clip_combo(Frame& f, float width) {
  const Scene& scene = f.scene();
  const Clip* clip = shown_clip(f);
  ImGui::BeginDisabled(clip == nullptr);
  const int current = std::max(0, scene.pose.clip);
  const std::string preview = clip ? clip_name(scene, current) : "No clips";
  if (begin_combo(f, "##clip", preview, width)) {
    for (int i = 0; i < clip_count(scene); ++i) {
      const std::string text =
          clip_name(scene, i) + "   " + number(clip_at(scene, i)->duration, 2) + " s";
      ImGui::PushID(i);
      if (ImGui::Selectable(text.c_str(), clip != nullptr && i == current)) {
        f.edit(SetBasePose{BasePose::Clip, i});
      }
      mark(f, "clip:", clip_name(scene, i));
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  mark(f, "clip");
}

void draw_speed(Frame& f) {
  Playback playback = f.scene().playback;
  ImGui::BeginDisabled(shown_clip(f) == nullptr);
  if (begin_combo(f, "##speed", number(playback.speed, 2) + "x", f.px(80))) {
    for (const double speed : kSpeeds) {
      if (ImGui::Selectable((number(speed, 2) + "x").c_str(), speed == playback.speed)) {
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
  const bool clips = shown_clip(f) != nullptr;
  const unsigned disabled = (open ? 0u : 3u) | (clips ? 0u : 4u);
  const int base = segmented(f, "base", {"Bind", "Rest", "Clip"},
                             open ? static_cast<int>(f.scene().pose.base) : -1, width, disabled);
  if (base >= 0) f.edit(SetBasePose{static_cast<BasePose>(base), -1});
}

// Distance of the marks so that they stay legible: 0.1, 0.5, 1, 5, ... seconds.
double tick_step(double duration, float width, float least) {
  const double steps[] = {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0};
  for (const double step : steps) {
    if (static_cast<double>(width) * step / duration >= static_cast<double>(least)) return step;
  }
  return duration;
}

// Marks with their seconds; below the track, in small letters.
void draw_ticks(Frame& f, const Rect& r, double duration) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = r.size().x, size = 0.8f * ImGui::GetFontSize();
  const float top = r.center().y + f.px(5);
  const double step = tick_step(duration, width, f.px(40));
  const int decimals = step < 0.99 ? 1 : 0;
  ImFont* font = ImGui::GetFont();
  for (int k = 0; k * step <= duration * (1.0 + 1e-6); ++k) {
    const float x = std::floor(r.lo.x + width * static_cast<float>(k * step / duration)) + 0.5f;
    list->AddLine(ImVec2(x, top), ImVec2(x, top + f.px(4)), to_u32(f.colors.text_dim, 0.5f));
    const std::string text = number(k * step, decimals);
    const float wide = font->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
    const ImVec2 at(std::floor(x - 0.5f * wide), std::floor(top + f.px(4)));
    list->AddText(font, size, at, to_u32(f.colors.text_dim), text.c_str());
    mark(f, "tick:", text, {from_im(at), from_im(at) + vec2(wide, size)});
  }
}

void draw_track(Frame& f, const Rect& r, double time, double duration, bool active, bool enabled) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& c = f.colors;
  const float middle = r.center().y, width = r.size().x;
  const float half = f.px(2);
  list->AddRectFilled(ImVec2(r.lo.x, middle - half), ImVec2(r.hi.x, middle + half),
                      to_u32(blend(c.panel, c.text, 0.16f)), half);
  if (!enabled) return;
  draw_ticks(f, r, duration);
  const float x = r.lo.x + width * static_cast<float>(std::clamp(time / duration, 0.0, 1.0));
  list->AddRectFilled(ImVec2(r.lo.x, middle - half), ImVec2(x, middle + half), to_u32(c.accent),
                      half);
  list->AddCircleFilled(ImVec2(x, middle), f.px(active ? 8 : 7), to_u32(c.accent), 32);
}

// Time follows the mouse; playing goes on after the release.
void scrub(Frame& f, const Rect& r, double duration) {
  const bool playing = f.scene().playback.playing;
  Playback playback = f.scene().playback;
  if (ImGui::IsItemActivated()) {
    f.state.of_model.timeline.resume_after_scrub = playing;
    playback.playing = false;
    if (playing) f.edit(SetPlayback{playback});
    if (f.scene().pose.base != BasePose::Clip) f.edit(SetBasePose{BasePose::Clip, -1});
  }
  if (ImGui::IsItemActive()) {
    const double at = static_cast<double>((ImGui::GetIO().MousePos.x - r.lo.x) / r.size().x);
    f.edit(SetTime{std::clamp(at, 0.0, 1.0) * duration});
  }
  if (ImGui::IsItemDeactivated() && f.state.of_model.timeline.resume_after_scrub) {
    playback.playing = true;
    f.edit(SetPlayback{playback});
    f.state.of_model.timeline.resume_after_scrub = false;
  }
}

void draw_scrubber(Frame& f, float width) {
  const Clip* clip = shown_clip(f);
  const double duration = clip ? std::max(clip->duration, 1e-6) : 1.0;
  const double time = clip ? f.scene().pose.time : 0.0;
  const float height = f.px(28), inset = f.px(8);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(clip == nullptr);
  ImGui::InvisibleButton("scrubber", ImVec2(width, height));
  const bool active = ImGui::IsItemActive();
  const Rect r{{corner.x + inset, corner.y}, {corner.x + width - inset, corner.y + height}};
  mark(f, "scrubber", "", r);
  if (clip) scrub(f, r, duration);
  ImGui::EndDisabled();
  draw_track(f, r, time, duration, active, clip != nullptr);
}

void place(float& x, float y, float width, float gap) {
  ImGui::SetCursorScreenPos(ImVec2(x, y));
  x += width + gap;
}

// Widths in the bar; 0: left out. On a narrow window things give way until all fit.
struct Bar {
  float clip, scrubber, time, speed, base;
  bool short_time = false;

  float sum(float gap) const {
    float all = 0.0f;
    for (const float w : {clip, scrubber, time, speed, base}) all += w > 0.0f ? w + gap : 0.0f;
    return all;
  }
};

Bar lay_out(const Frame& f, float room, float gap) {
  const float window = ImGui::GetIO().DisplaySize.x;
  Bar bar{std::clamp(0.16f * window, f.px(140), f.px(320)), f.px(120), 0, f.px(80), f.px(168)};
  compat::push_font(mono_font());
  bar.time = ImGui::CalcTextSize("00.00 / 00.00 s").x;
  const float short_time = ImGui::CalcTextSize("00.00 s").x;
  ImGui::PopFont();
  const auto fits = [&] { return bar.sum(gap) <= room; };
  if (!fits()) bar.clip = f.px(110);
  if (!fits()) bar.speed = 0.0f;
  if (!fits()) bar.base = f.px(132);
  if (!fits()) bar.time = short_time, bar.short_time = true;
  if (!fits()) bar.clip = f.px(84);
  if (!fits()) bar.scrubber = f.px(64);
  if (!fits()) bar.time = 0.0f;
  if (!fits()) bar.clip = 0.0f;
  if (!fits()) bar.scrubber = 0.0f;
  if (bar.scrubber > 0.0f) bar.scrubber += std::max(0.0f, room - bar.sum(gap));
  return bar;
}

std::string time_text(const Frame& f, bool is_short) {
  const Clip* clip = shown_clip(f);
  const std::string now = number(clip ? f.scene().pose.time : 0.0, 2);
  return is_short ? now + " s" : now + " / " + number(clip ? clip->duration : 0.0, 2) + " s";
}

void draw_time(Frame& f, const Bar& bar) {
  compat::push_font(mono_font());
  text_colored(shown_clip(f) ? f.colors.text : f.colors.text_dim, time_text(f, bar.short_time));
  mark(f, "time");
  ImGui::PopFont();
}

}  // namespace

void draw_timeline(Frame& f, const Rect& r) {
  begin_fixed_window("timeline", r, ImVec2(0, 0), f.colors.panel);
  hairline(f, r, Edge::Top);
  const float gap = f.px(12), middle = r.center().y;
  const float frame_y = std::floor(middle - 0.5f * ImGui::GetFrameHeight());
  const float button_y = std::floor(middle - f.px(14));
  float x = r.lo.x + f.px(12);
  place(x, button_y, 5.0f * f.px(28) + 4.0f * f.px(2), gap);
  draw_transport(f);
  const Bar bar = lay_out(f, r.hi.x - x, gap);
  if (bar.clip > 0.0f) {
    place(x, frame_y, bar.clip, gap);
    draw_clip_combo(f, bar.clip);
  }
  if (bar.scrubber > 0.0f) {
    place(x, button_y, bar.scrubber, gap);
    draw_scrubber(f, bar.scrubber);
  }
  if (bar.time > 0.0f) {
    place(x, std::floor(middle - 0.5f * ImGui::GetFontSize()), bar.time, gap);
    draw_time(f, bar);
  }
  if (bar.speed > 0.0f) {
    place(x, frame_y, bar.speed, gap);
    draw_speed(f);
  }
  place(x, frame_y, bar.base, gap);
  draw_base_pose(f, bar.base);
  ImGui::End();
}

}  // namespace bindpose::ui
