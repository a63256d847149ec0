// The colour bar of a legend, its ticks and what marks a value in it.
#pragma once

#include <string>

#include "ui/frame.h"

struct ImDrawList;

namespace bindpose::ui {

inline constexpr float kLegendBarHeight = 14.0f;  // without its ticks' numbers

void put_legend_text(ImDrawList* list, float x, float y, const vec3& ink, const std::string& text);
// Points down at (x, y).
void draw_legend_marker(const Frame& f, ImDrawList* list, float x, float y);
// Along the upper edge of `room`: the swatch of what is exactly 0, the colours, the ticks below,
// the probed vertex above.
void draw_legend_bar(Frame& f, ImDrawList* list, const Legend& legend, const Rect& room);

}  // namespace bindpose::ui
