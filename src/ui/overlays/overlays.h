// Names, axes and legends over the view, on ImGui's background list, under the panels.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_overlays(Frame& f);       // once for the whole view
void draw_pane_overlays(Frame& f);  // in every pane

}  // namespace bindpose::ui
