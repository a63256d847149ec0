#include "ui/legend/legend_bar.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {
namespace {

void outline(const Frame& f, ImDrawList* list, const Rect& r) {
  compat::draw_rect(list, im(r.lo), im(r.hi), to_u32(f.colors.text, 0.25f), 0.0f, 1.0f);
}

void bar_colors(ImDrawList* list, const Rect& bar, const std::vector<vec3>& colors) {
  constexpr std::size_t kSteps = 64;
  const float step = bar.size().x / kSteps;
  const auto at = [&](std::size_t i) { return colors[i * (colors.size() - 1) / kSteps]; };
  for (std::size_t i = 0; i < kSteps; ++i) {
    const float x = bar.lo.x + static_cast<float>(i) * step;
    const ImU32 a = to_u32(at(i)), b = to_u32(at(i + 1));
    list->AddRectFilledMultiColor(ImVec2(x, bar.lo.y), ImVec2(x + step, bar.hi.y), a, b, b, a);
  }
}

// As many as have room beside each other; the first and the last ones always.
void bar_ticks(const Frame& f, ImDrawList* list, const Rect& bar,
               const std::vector<LegendTick>& ticks, const Rect& room) {
  float taken = -1e9f;
  const auto box = [&](const LegendTick& tick) {
    const float width = ImGui::CalcTextSize(tick.text.c_str()).x;
    const float x = bar.lo.x + tick.at * bar.size().x;
    const float left =
        std::clamp(x - 0.5f * width, room.lo.x, std::max(room.lo.x, room.hi.x - width));
    return std::pair(left, left + width);
  };
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float x = bar.lo.x + ticks[i].at * bar.size().x;
    list->AddLine(ImVec2(x, bar.hi.y), ImVec2(x, bar.hi.y + f.px(4)), to_u32(f.colors.text_dim));
    const auto [left, right] = box(ticks[i]);
    const bool last = i + 1 == ticks.size();
    if (left < taken + f.px(6)) continue;
    if (!last && right + f.px(6) > box(ticks.back()).first) continue;
    put_legend_text(list, left, bar.hi.y + f.px(5), f.colors.text_dim, ticks[i].text);
    taken = right;
  }
}

void zero_swatch(const Frame& f, ImDrawList* list, const Rect& zero) {
  list->AddRectFilled(im(zero.lo), im(zero.hi), to_u32(weight_zero_color()));
  outline(f, list, zero);
}

}  // namespace

void put_legend_text(ImDrawList* list, float x, float y, const vec3& ink, const std::string& text) {
  list->AddText(ImVec2(std::floor(x), std::floor(y)), to_u32(ink), text.c_str());
}

void draw_legend_marker(const Frame& f, ImDrawList* list, float x, float y) {
  const float half = f.px(5);
  const ImVec2 a(x, y), b(x - half, y - 1.4f * half), c(x + half, y - 1.4f * half);
  list->AddTriangleFilled(a, b, c, to_u32(f.colors.text));
}

void draw_legend_bar(Frame& f, ImDrawList* list, const Legend& legend, const Rect& room) {
  Rect bar{room.lo, {room.hi.x, room.lo.y + f.px(kLegendBarHeight)}};
  Rect zero{bar.lo, bar.lo};
  if (legend.zero_beside) {
    zero = {bar.lo + vec2(f.px(4), 0.0f), {bar.lo.x + f.px(20), bar.hi.y}};
    bar.lo.x = zero.hi.x + f.px(20);
    zero_swatch(f, list, zero);
    const float half = 0.5f * ImGui::CalcTextSize("0").x;
    put_legend_text(list, zero.center().x - half, bar.hi.y + f.px(5), f.colors.text_dim, "0");
  }
  if (!legend.bar.empty()) {
    bar.hi.x -= f.px(8);
    bar_colors(list, bar, legend.bar);
    outline(f, list, bar);
    bar_ticks(f, list, bar, legend.ticks, room);
  }
  if (legend.zero_within) {
    const float middle = std::floor(bar.center().x);
    zero = {{middle - f.px(4), bar.lo.y}, {middle + f.px(4), bar.hi.y}};
    zero_swatch(f, list, zero);
  }
  const std::optional<LegendMark>& mark = f.probed;
  if (!mark || mark->place == LegendMark::OnSwatch) return;
  const bool on_bar = mark->place == LegendMark::OnBar;
  draw_legend_marker(f, list, on_bar ? bar.lo.x + mark->at * bar.size().x : zero.center().x,
                     bar.lo.y);
}

}  // namespace bindpose::ui
