#include "ui/timeline/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/time/timeline.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/time_text.h"

namespace bindpose::ui {

namespace {

constexpr float kHead = 30.0f;  // the line above the curves, at scale 1
constexpr float kLeastCurves = 96.0f, kMostOfRoom = 0.55f;

struct Plot {
  Rect r;
  TimeScale scale;
  float low = 0.0f, high = 1.0f;
  ImDrawList* list = ImGui::GetWindowDrawList();

  float y(float value) const { return r.hi.y - (value - low) / (high - low) * r.size().y; }
};

vec3 color_of(const Frame& f, const Channel& c) {
  if (c.kind != ChannelKind::Rotation) return f.colors.axis[static_cast<std::size_t>(c.component)];
  if (c.component == 0) return f.colors.text;
  return f.colors.axis[static_cast<std::size_t>(c.component - 1)];
}

std::string letter_of(const Channel& c) {
  return std::string(1, (c.kind == ChannelKind::Rotation ? "wxyz" : "xyz")[c.component]);
}

// Translations are kept in the frame above the joint.
double metres_above(const Frame& f) {
  const int joint = f.scene().selection.joint;
  const int parent = joint < 0 ? kNoParent : f.model()->skeleton.parent[idx(joint)];
  const mat4 above = parent < 0 ? mat4(1.0f) : f.input.posed.world[idx(parent)];
  return metres_a_unit(*f.model()) *
         std::cbrt(std::abs(static_cast<double>(glm::determinant(mat3(above)))));
}

std::string value_text(const Frame& f, const Channel& c, float value) {
  const auto v = static_cast<double>(value);
  if (c.kind == ChannelKind::Angle) return number(v, 1) + "\xC2\xB0";
  if (c.kind != ChannelKind::Translation) return number(v, 3);
  const double metres = metres_above(f);
  const ShownLength shown = shown_length(f, metres, metres);
  const int digits = one_unit(f)           ? shown.decimals
                     : shown.sign == " cm" ? 1
                     : shown.sign == " mm" ? 0
                                           : 3;
  return number(v * shown.factor, digits) + shown.sign;
}

float value_at(const ShownCurve& curve, double time) {
  const auto& times = curve.line.time;
  const auto after = std::ranges::upper_bound(times, time);
  if (after == times.begin()) return curve.line.value.front();
  const auto k = static_cast<std::size_t>(after - times.begin()) - 1;
  if (k + 1 >= times.size()) return curve.line.value.back();
  const double part = (time - times[k]) / (times[k + 1] - times[k]);
  return static_cast<float>(glm::mix(static_cast<double>(curve.line.value[k]),
                                     static_cast<double>(curve.line.value[k + 1]), part));
}

void fit(Plot& plot, const std::vector<ShownCurve>& curves) {
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (const ShownCurve& c : curves) {
    for (const float v : c.line.value) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (!(low <= high)) low = high = 0.0f;
  // A line that does not move lies in the middle, and rounding is no motion.
  const float least = std::max(1e-4f, 1e-4f * std::max(std::abs(low), std::abs(high)));
  const float half = std::max(0.5f * (high - low), least);
  const float middle = 0.5f * (low + high);
  plot.low = middle - 1.18f * half;
  plot.high = middle + 1.18f * half;
}

void draw_grid(Frame& f, const Plot& plot) {
  const float size = 0.8f * ImGui::GetFontSize();
  const double span = static_cast<double>(plot.high - plot.low);
  const double step =
      tick_step(span * static_cast<double>(f.px(34) / std::max(1.0f, plot.r.size().y)), 1e-6);
  const int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 5);
  const double first = std::ceil(static_cast<double>(plot.low) / step);
  for (int k = 0; k < 64; ++k) {
    const double value = (first + k) * step;
    if (value > static_cast<double>(plot.high)) break;
    const float y = std::floor(plot.y(static_cast<float>(value))) + 0.5f;
    const bool zero = std::abs(value) < 1e-3 * step;
    plot.list->AddLine(ImVec2(plot.scale.left, y), ImVec2(plot.scale.left + plot.scale.width, y),
                       to_u32(f.colors.text_dim, zero ? 0.32f : 0.14f));
    const std::string text = number(value, decimals);
    const bool above = y - size - f.px(1) >= plot.r.lo.y;
    const float text_y = above ? y - size - f.px(1) : y + f.px(2);
    plot.list->AddText(ImGui::GetFont(), size, ImVec2(plot.scale.left + f.px(2), text_y),
                       to_u32(f.colors.text_dim, 0.8f), text.c_str());
  }
}

void draw_curve(Frame& f, const Plot& plot, const ShownCurve& c, bool lit) {
  std::vector<ImVec2> points;
  points.reserve(c.line.time.size());
  for (std::size_t k = 0; k < c.line.time.size(); ++k) {
    if (!std::isfinite(c.line.value[k])) continue;
    points.emplace_back(plot.scale.x(c.line.time[k]), plot.y(c.line.value[k]));
  }
  const ImU32 ink = to_u32(color_of(f, c.channel), lit ? 1.0f : 0.85f);
  compat::draw_polyline(plot.list, points.data(), static_cast<int>(points.size()), ink, false,
                        f.px(lit ? 2.25f : 1.5f));
  const float room = plot.scale.width * static_cast<float>(plot.scale.zoom()) /
                     static_cast<float>(c.channel.key.size());
  if (room < f.px(7)) return;
  for (std::size_t k = 0; k < c.channel.key.size(); ++k) {
    const double time = c.channel.key[k];
    if (time < 0.0 || time > plot.scale.duration || !std::isfinite(c.line.key_value[k])) continue;
    plot.list->AddCircleFilled(ImVec2(plot.scale.x(time), plot.y(c.line.key_value[k])), f.px(2.75f),
                               ink, 12);
  }
}

// The one under the mouse; null: none is near.
const ShownCurve* pointed(const Frame& f, const Plot& plot, const std::vector<ShownCurve>& curves,
                          double time) {
  const ShownCurve* best = nullptr;
  float nearest = f.px(14);
  for (const ShownCurve& c : curves) {
    const float away = std::abs(plot.y(value_at(c, time)) - ImGui::GetIO().MousePos.y);
    if (away >= nearest) continue;
    nearest = away;
    best = &c;
  }
  return best;
}

void draw_pointed(Frame& f, const Plot& plot, const ShownCurve& c, double time) {
  const float value = value_at(c, time);
  const vec2 at(plot.scale.x(time), plot.y(value));
  plot.list->AddCircleFilled(im(at), f.px(4), to_u32(f.colors.panel));
  plot.list->AddCircleFilled(im(at), f.px(3), to_u32(color_of(f, c.channel)));
  const bool frames = f.scene().view.time_unit == TimeUnit::Frames;
  const std::string when = time_text(f, time, plot.scale.rate);
  const std::string text = letter_of(c.channel) + "  " + value_text(f, c.channel, value) + "  at " +
                           (frames ? "frame " + when : when + " s");
  const Rect bounds{{plot.scale.left, plot.r.lo.y},
                    {plot.scale.left + plot.scale.width, plot.r.hi.y}};
  const Rect tag =
      draw_tag(f, plot.list, at + f.px(10) * vec2(1.0f, -2.4f), text, f.colors.text, bounds);
  mark(f, "curve value", "", tag);
}

// Letters in the colours of their curves, with what they are at the moment that is shown.
void draw_legend_of(Frame& f, const std::vector<ShownCurve>& curves, float right) {
  const double time = f.scene().pose.time;
  for (const ShownCurve& c : curves) {
    ImGui::SameLine(0.0f, f.px(16));
    const std::string text =
        letter_of(c.channel) + " " + value_text(f, c.channel, value_at(c, time));
    if (ImGui::GetCursorScreenPos().x + ImGui::CalcTextSize(text.c_str()).x > right) return;
    text_colored(color_of(f, c.channel), text);
  }
}

void draw_head(Frame& f, const Rect& r, const std::vector<ShownCurve>& curves) {
  ViewSettings v = f.scene().view;
  ImGui::SetCursorScreenPos(ImVec2(r.lo.x + f.px(20), r.lo.y + f.px(2)));
  const float wide = std::min(f.px(264), 0.6f * r.size().x);
  const int chosen = segmented(f, "curves", {"Translation", "Rotation", "Scale"},
                               static_cast<int>(v.curves) - 1, wide);
  if (chosen >= 0) {
    v.curves = static_cast<CurveShow>(chosen + 1);
    f.set_view(v);
  }
  ImGui::SetCursorScreenPos(
      ImVec2(r.lo.x + f.px(20) + wide,
             r.lo.y + f.px(2) + 0.5f * (ImGui::GetFrameHeight() - ImGui::GetFontSize())));
  ImGui::Dummy(ImVec2(0, 0));
  std::string name;
  if (f.selected() >= 0) name = f.model()->skeleton.name[static_cast<std::size_t>(f.selected())];
  const float right = r.hi.x - f.px(20);
  const std::string shown = elided(name, 0.25f * r.size().x);
  const float left = right - ImGui::CalcTextSize(shown.c_str()).x;
  draw_legend_of(f, curves, left - f.px(12));
  ImGui::SetCursorScreenPos(
      ImVec2(left, r.lo.y + f.px(2) + 0.5f * (ImGui::GetFrameHeight() - ImGui::GetFontSize())));
  text_dim(f, shown);
}

std::string nothing_to_see(const Frame& f) {
  constexpr const char* kKinds[] = {"", "translation", "rotation", "scale"};
  if (f.selected() < 0) return "Select a joint to see its curves";
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(f.selected())];
  const std::string kind = kKinds[static_cast<std::size_t>(f.scene().view.curves)];
  const bool any = f.state.of_model.timeline.curves.any_keys();
  return "This clip has no " + (any ? kind + " " : std::string()) + "keys of " + name;
}

}  // namespace

float curves_height(const Frame& f, float room) {
  if (f.scene().view.curves == CurveShow::Off || chosen_clip(f.scene()) == nullptr) return 0.0f;
  const float most = std::max(f.px(kLeastCurves), kMostOfRoom * room);
  return std::floor(std::clamp(f.px(f.state.layout.curves_height), f.px(kLeastCurves), most));
}

void draw_curves_edge(Frame& f, const Rect& timeline) {
  const float high = f.px(5);
  ImGui::SetCursorScreenPos(im(timeline.lo));
  ImGui::InvisibleButton("curves edge", ImVec2(timeline.size().x, high));
  mark(f, "curves edge", "", {timeline.lo, {timeline.hi.x, timeline.lo.y + high}});
  // A quick hand has moved and let go within one frame.
  const bool active = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (!active && !ImGui::IsItemHovered()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  ImGui::GetWindowDrawList()->AddRectFilled(im(timeline.lo),
                                            ImVec2(timeline.hi.x, timeline.lo.y + f.px(2)),
                                            to_u32(f.colors.accent, active ? 1.0f : 0.6f));
  if (ImGui::IsItemDeactivated()) f.out.requests.save_settings = true;
  if (!active) return;
  const float moved = timeline.lo.y - ImGui::GetIO().MousePos.y;
  const float most = kMostOfRoom * ImGui::GetIO().DisplaySize.y / f.scale;
  f.state.layout.curves_height = std::clamp(f.state.layout.curves_height + moved / f.scale,
                                            kLeastCurves, std::max(kLeastCurves, most));
  f.state.settings.curves_height = std::round(f.state.layout.curves_height);
}

void draw_curves(Frame& f, const Rect& r) {
  Plot plot{{{r.lo.x, r.lo.y + f.px(kHead)}, {r.hi.x, r.hi.y - f.px(6)}}, time_scale(f, r)};
  const CurveShow show = f.scene().view.curves;
  constexpr double kMostColumns = 16384.0;
  const int columns = std::max(
      1,
      static_cast<int>(std::min(
          kMostColumns, plot.scale.zoom() * static_cast<double>(plot.scale.width / f.px(1.5f)))));
  const std::vector<ShownCurve>& curves =
      f.state.of_model.timeline.curves.get(f.scene(), f.selected(), show, columns);
  draw_head(f, r, curves);
  ImGui::SetCursorScreenPos(im(plot.r.lo));
  ImGui::InvisibleButton("curves", im(plot.r.size()));
  const bool hovered = ImGui::IsItemHovered() && !ImGui::IsItemActive();
  look_closer(f, plot.scale);
  scrub(f, plot.scale);
  mark(f, "curves", "",
       {{plot.scale.left, plot.r.lo.y}, {plot.scale.left + plot.scale.width, plot.r.hi.y}});
  plot.list->AddRectFilled(ImVec2(plot.scale.left, plot.r.lo.y),
                           ImVec2(plot.scale.left + plot.scale.width, plot.r.hi.y),
                           to_u32(blend(f.colors.panel, f.colors.text, 0.03f)), f.px(3));
  if (curves.empty()) {
    const std::string text = nothing_to_see(f);
    const vec2 size = from_im(ImGui::CalcTextSize(text.c_str()));
    plot.list->AddText(im(plot.r.center() - 0.5f * size), to_u32(f.colors.text_dim), text.c_str());
    return;
  }
  fit(plot, curves);
  ImGui::PushClipRect(im(plot.r.lo), im(plot.r.hi), true);
  draw_grid(f, plot);
  const double time =
      std::clamp(plot.scale.time(ImGui::GetIO().MousePos.x), 0.0, plot.scale.duration);
  const ShownCurve* lit = hovered ? pointed(f, plot, curves, time) : nullptr;
  for (const ShownCurve& c : curves) draw_curve(f, plot, c, &c == lit);
  const float x = plot.scale.x(std::clamp(f.scene().pose.time, 0.0, plot.scale.duration));
  const bool shown = f.scene().pose.base == BasePose::Clip;
  plot.list->AddLine(ImVec2(x, plot.r.lo.y), ImVec2(x, plot.r.hi.y),
                     to_u32(shown ? f.colors.accent : f.colors.text_dim, 0.9f), f.px(1.5f));
  if (lit != nullptr) draw_pointed(f, plot, *lit, time);
  ImGui::PopClipRect();
  mark(f, "curves of ", std::to_string(curves.size()), plot.r);
}

}  // namespace bindpose::ui
