#include "ui/timeline/ruler.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/timeline/time_text.h"

namespace bindpose::ui {

namespace {

constexpr float kRulerNumbers = 15.0f, kLaneTop = 20.0f, kLaneEnd = 33.0f;  // from the ruler's top

struct Ruler {
  Rect r;
  TimeScale scale;
  TimeRange range;
  float top, lane_top, lane_end;
  ImDrawList* list = ImGui::GetWindowDrawList();
};

float small_size() {
  return 0.8f * ImGui::GetFontSize();
}

float small_width(const std::string& text) {
  return ImGui::GetFont()->CalcTextSizeA(small_size(), 1e9f, 0.0f, text.c_str()).x;
}

// Whole frames, or seconds: 1, 2, 5, 10, ...; numbers keep clear of each other.
double step_of_numbers(const Frame& f, const Ruler& u) {
  const double last = in_units(f, u.scale.span, u.scale.rate);
  const float wide = small_width(time_text(f, u.scale.duration, u.scale.rate)) + f.px(22);
  const double least = last * static_cast<double>(std::max(wide, f.px(44)) / u.scale.width);
  const bool frames = f.scene().view.time_unit == TimeUnit::Frames;
  return tick_step(least, frames ? 1.0 : 0.01);
}

// Within the ruler, and at its start where that is narrower than the label.
float left_of_label(const Ruler& u, float x, float wide) {
  return std::max(u.r.lo.x, std::min(x - 0.5f * wide, u.r.hi.x - wide));
}

// The number of the moment, on a ground of the accent. Returns where it is.
Rect draw_moment(Frame& f, const Ruler& u, double time) {
  const std::string text = time_text(f, time, u.scale.rate);
  const float wide = small_width(text) + f.px(10), x = u.scale.x(time);
  const float left = left_of_label(u, x, wide);
  const Rect tag{{std::floor(left), u.top}, {std::floor(left + wide), u.top + f.px(kRulerNumbers)}};
  const bool shown = f.scene().pose.base == BasePose::Clip;
  const vec3 ink = shown ? f.colors.accent : f.colors.text_dim;
  u.list->AddRectFilled(ImVec2(x - f.px(0.75f), tag.hi.y - f.px(2)),
                        ImVec2(x + f.px(0.75f), u.lane_end + f.px(2)), to_u32(ink));
  u.list->AddRectFilled(im(tag.lo), im(tag.hi), to_u32(ink), f.px(3));
  u.list->AddText(
      ImGui::GetFont(), small_size(),
      ImVec2(std::floor(tag.lo.x + f.px(5)), std::floor(tag.center().y - 0.5f * small_size())),
      to_u32(f.colors.panel), text.c_str());
  return tag;
}

// `tag`: of the moment; no number stands half behind it.
void draw_numbers(Frame& f, const Ruler& u, const Rect& tag) {
  const double step = step_of_numbers(f, u);
  const double last = in_units(f, u.scale.span, u.scale.rate);
  const bool frames = f.scene().view.time_unit == TimeUnit::Frames;
  const int parts = parts_of_step(step, frames ? 1.0 : 0.01);
  const double fine = step / parts;
  const bool show_fine =
      static_cast<double>(u.scale.width) * fine / last >= static_cast<double>(f.px(4));
  const float foot = u.lane_top - f.px(1);
  const int decimals = frames || step >= 0.99 ? 0 : step >= 0.099 ? 1 : 2;
  // A damaged file's clip may last for ages: no more lines than pixels.
  const double most = std::max(1.0, static_cast<double>(u.scale.width));
  const double begins = in_units(f, u.scale.from, u.scale.rate) / fine;
  const double first = std::ceil(begins * (1.0 - 1e-9) - 1e-6);
  const double end = std::floor((begins + last / fine) * (1.0 + 1e-9) + 1e-6);
  const int count = static_cast<int>(std::clamp(end - first, -1.0, most));
  for (int n = 0; n <= count; ++n) {
    const double k = first + n;
    const bool numbered = std::fmod(k, parts) == 0.0;
    if (!numbered && !show_fine) continue;
    const double value = k * fine;
    const float x = std::floor(u.scale.x(from_units(f, value, u.scale.rate))) + 0.5f;
    u.list->AddLine(ImVec2(x, foot - f.px(numbered ? 4 : 2)), ImVec2(x, foot),
                    to_u32(f.colors.text_dim, numbered ? 0.7f : 0.35f));
    if (!numbered) continue;
    const std::string text = number(value, decimals);
    const float wide = small_width(text);
    const float left = left_of_label(u, x, wide);
    const vec2 at(std::floor(left),
                  std::floor(u.top + 0.5f * (f.px(kRulerNumbers) - small_size())));
    mark(f, "tick:", text, {at, at + vec2(wide, small_size())});
    const bool covered = at.x < tag.hi.x + f.px(3) && at.x + wide > tag.lo.x - f.px(3);
    if (covered) continue;
    u.list->AddText(ImGui::GetFont(), small_size(), im(at), to_u32(f.colors.text_dim),
                    text.c_str());
  }
}

void draw_lane(Frame& f, const Ruler& u, bool hovered) {
  const Theme& c = f.colors;
  const auto bar = [&](double from, double to, ImU32 color, float round) {
    u.list->AddRectFilled(ImVec2(u.scale.x(from), u.lane_top), ImVec2(u.scale.x(to), u.lane_end),
                          color, round);
  };
  const bool whole = !f.scene().pose.timeline.range;
  bar(0.0, u.scale.duration, to_u32(blend(c.panel, c.text, whole ? 0.1f : 0.05f)), f.px(3));
  if (!whole) bar(u.range.from, u.range.to, to_u32(blend(c.panel, c.accent, 0.22f)), 0.0f);
  const TimeGrip grip = f.state.of_model.timeline.grip;
  for (const auto side : {TimeGrip::From, TimeGrip::To}) {
    if (whole && !hovered && grip != side) continue;
    const float x = u.scale.x(side == TimeGrip::From ? u.range.from : u.range.to);
    const float a = side == TimeGrip::From ? x - f.px(4) : x, b = a + f.px(4);
    const vec3 ink = whole ? c.text_dim : c.accent;
    u.list->AddRectFilled(ImVec2(a, u.lane_top), ImVec2(b, u.lane_end),
                          to_u32(ink, grip == side ? 1.0f : 0.75f), f.px(1.5f));
  }
}

// Diamonds; where keys are as close as frames of a recording, thin lines.
void draw_keys(Frame& f, const Ruler& u) {
  const std::vector<double>& keys = f.state.of_model.timeline.keys.times(f.scene());
  if (keys.empty()) return;
  const float room =
      u.scale.width * static_cast<float>(u.scale.zoom()) / static_cast<float>(keys.size());
  const float y = 0.5f * (u.lane_top + u.lane_end);
  const float half = f.px(room >= f.px(9) ? 3.5f : 2.5f);
  const bool dense = room < f.px(6);
  const ImU32 ink = to_u32(blend(f.colors.text, f.colors.text_dim, 0.4f), dense ? 0.55f : 0.95f);
  float last = -1e9f;
  for (const double time : keys) {
    const float x = std::floor(u.scale.x(time)) + 0.5f;
    if (x - last < f.px(dense ? 2 : 1) || x < u.r.lo.x - half || x > u.r.hi.x + half) continue;
    last = x;
    if (dense) {
      u.list->AddLine(ImVec2(x, u.lane_top + f.px(3)), ImVec2(x, u.lane_end - f.px(3)), ink);
    } else {
      u.list->AddQuadFilled(ImVec2(x - half, y), ImVec2(x, y - half), ImVec2(x + half, y),
                            ImVec2(x, y + half), ink);
    }
  }
  mark(f, "keys", std::to_string(keys.size()), u.r);
}

// What a press at that point takes: an end of what is played, else the moment.
TimeGrip grip_at(const Frame& f, const Ruler& u, const ImVec2& mouse) {
  if (mouse.y < u.lane_top) return TimeGrip::Time;
  const float reach = f.px(9), inside = f.px(4);
  const float from = u.scale.x(u.range.from), to = u.scale.x(u.range.to);
  if (mouse.x >= from - reach && mouse.x <= from + inside && mouse.x - from <= to - mouse.x) {
    return TimeGrip::From;
  }
  if (mouse.x >= to - inside && mouse.x <= to + reach) return TimeGrip::To;
  return TimeGrip::Time;
}

// Where the mouse is, in seconds: at a frame where frames are counted. Ctrl: the other way.
double pointed_time(const Frame& f, const TimeScale& scale) {
  const double at = scale.time(ImGui::GetIO().MousePos.x);
  const bool frames = f.scene().view.time_unit == TimeUnit::Frames;
  const double time = frames != ImGui::GetIO().KeyCtrl ? nearest_frame(at, scale.rate) : at;
  return std::clamp(time, 0.0, scale.duration);
}

void show_chosen_clip(Frame& f) {
  if (f.scene().pose.base != BasePose::Clip) f.edit(SetBasePose{BasePose::Clip, -1});
}

void drag_range(Frame& f, Ruler& u) {
  TimelineState& state = f.state.of_model.timeline;
  if (ImGui::IsItemActivated()) show_chosen_clip(f);
  const bool escaped = key_pressed(Key::Escape) || ImGui::IsMouseClicked(1);
  if (escaped) {
    f.edit(SetRange{}, Phase::Cancel);
    state.grip = TimeGrip::None;
    ImGui::ClearActiveID();
    return;
  }
  // No shorter than a frame.
  const double least = std::min(1.0 / u.scale.rate, u.scale.duration);
  TimeRange wanted = u.range;
  double& end = state.grip == TimeGrip::From ? wanted.from : wanted.to;
  end = pointed_time(f, u.scale);
  if (state.grip == TimeGrip::From) end = std::max(0.0, std::min(end, wanted.to - least));
  if (state.grip == TimeGrip::To) {
    end = std::min(u.scale.duration, std::max(end, wanted.from + least));
  }
  const bool all = wanted.from <= 0.0 && wanted.to >= u.scale.duration;
  SetRange edit;
  if (!all) edit.range = wanted;
  const bool held = ImGui::IsItemActive();
  f.edit(edit, held ? Phase::Preview : Phase::Commit);
  u.range = wanted;
}

void handle_mouse(Frame& f, Ruler& u) {
  TimelineState& state = f.state.of_model.timeline;
  if (ImGui::IsItemActivated()) state.grip = grip_at(f, u, ImGui::GetIO().MousePos);
  const bool ends = state.grip == TimeGrip::From || state.grip == TimeGrip::To;
  if (ends) drag_range(f, u);
  if (state.grip == TimeGrip::Time) scrub(f, u.scale);
  if (!ImGui::IsItemActive()) state.grip = TimeGrip::None;
  const bool over =
      ImGui::IsItemHovered() && grip_at(f, u, ImGui::GetIO().MousePos) != TimeGrip::Time;
  if (over || (ends && ImGui::IsItemActive())) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
}

}  // namespace

// Time follows the mouse; playing goes on after the release.
void scrub(Frame& f, const TimeScale& scale) {
  TimelineState& state = f.state.of_model.timeline;
  Playback playback = f.scene().playback;
  if (ImGui::IsItemActivated()) {
    state.resume_after_scrub = playback.playing;
    playback.playing = false;
    if (state.resume_after_scrub) f.edit(SetPlayback{playback});
    show_chosen_clip(f);
  }
  // A quick hand has moved and let go within one frame.
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) f.edit(SetTime{pointed_time(f, scale)});
  if (ImGui::IsItemDeactivated() && state.resume_after_scrub) {
    playback.playing = true;
    f.edit(SetPlayback{playback});
    state.resume_after_scrub = false;
  }
}

void draw_ruler(Frame& f, const Rect& r) {
  Ruler u{r,      time_scale(f, r),        play_range(f.scene()),
          r.lo.y, r.lo.y + f.px(kLaneTop), r.lo.y + f.px(kLaneEnd)};
  ImGui::SetCursorScreenPos(im(r.lo));
  ImGui::InvisibleButton("scrubber", im(r.size()));
  const bool hovered = ImGui::IsItemHovered();
  look_closer(f, u.scale);
  u.scale = time_scale(f, r);
  mark(f, "scrubber", "", {{u.scale.left, r.lo.y}, {u.scale.left + u.scale.width, r.hi.y}});
  handle_mouse(f, u);
  u.list->PushClipRect(im(r.lo), im(r.hi), true);
  draw_lane(f, u, hovered);
  draw_keys(f, u);
  const double time = std::clamp(f.scene().pose.time, 0.0, u.scale.duration);
  const Rect tag = draw_moment(f, u, time);
  draw_numbers(f, u, tag);
  u.list->PopClipRect();
  mark(f, "range from", "",
       {{u.scale.x(u.range.from) - f.px(6), u.lane_top}, {u.scale.x(u.range.from), u.lane_end}});
  mark(f, "range to", "",
       {{u.scale.x(u.range.to), u.lane_top}, {u.scale.x(u.range.to) + f.px(6), u.lane_end}});
}

}  // namespace bindpose::ui
