// Shapes that lie over the view.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "ui/base/length.h"
#include "ui/frame.h"

namespace bindpose::ui {

// A raised label with its top left corner at `at`, kept inside `bounds`. Returns where it is.
Rect draw_tag(const Frame& f, ImDrawList* list, vec2 at, const std::string& text, const vec3& ink,
              const Rect& bounds);
bool overlaps(const Rect& a, const Rect& b);
// The rectangle moved up, clear of the lesson's formula, where that is in its place.
Rect above_formula(const Frame& f, const Rect& r);
// The rectangle moved up, clear of that and of the legends.
Rect clear_of_cards(const Frame& f, const Rect& r);
// Where the view's axes stand with their letters.
Rect axes_place(const Frame& f);
// A rounded ground with a hairline.
void draw_card(const Frame& f, ImDrawList* list, const Rect& r, float rounding);

// A point's coordinates for a table, as the lengths are shown; in the file's unit where nothing is
// said, and in that of the settings.
std::string point_text(const vec3& v, const ShownLength& shown = {});
std::string point_text(const Frame& f, const vec3& v);
// What stands over such points: "T_j v_i", or "T_j v_i, cm" where the settings choose a unit.
std::string point_title(const Frame& f, const std::string& title);

// The map's legend stands in the view's lower left corner, that of a pane with a map of its own in
// the pane's.
bool legend_shown(const Frame& f);
float legend_height(const Frame& f);
std::vector<Rect> legend_cards(const Frame& f);  // those that are shown
void draw_legends(Frame& f);
// Over the legend's line that names the vertex of the largest value: a click pins it, where it is a
// vertex of the open model, and frames it.
void draw_legend_where(Frame& f, const Rect& r);

}  // namespace bindpose::ui
