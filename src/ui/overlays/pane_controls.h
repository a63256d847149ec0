// What is drawn between and over the panes of the view.
#pragma once

namespace bindpose::ui {

struct Frame;

// The deformer's name in each pane, to be clicked, and the grip of the line that splits the view.
void draw_pane_controls(Frame& f);
// The lines between panes; the names, too, where there are no controls (a picture).
void draw_pane_lines(Frame& f);

}  // namespace bindpose::ui
