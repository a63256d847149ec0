// What the needles of normals are (view/marks/needles.h): labels at those of the vertex, and a key
// to those all over the surface.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_needle_labels(Frame& f);  // in every pane
void draw_needle_key(Frame& f);     // once for the whole view, above the legend

}  // namespace bindpose::ui
