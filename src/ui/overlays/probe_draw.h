// The probed vertex over the view: where each joint alone would put it, and its table at the mouse.
#pragma once

#include <vector>

#include "math/types.h"

namespace bindpose::ui {

struct Frame;

// Candidates and dots of the probed vertex in a pane.
// Where the view has marks of the probed vertex: its place and its candidates.
std::vector<vec2> probe_marks(const Frame& f);
void draw_probe(Frame& f, bool active);
// Beside the mouse, the table of the vertex under it; `f` is of the pane that the mouse is in. Over
// all panes.
void draw_probe_table(Frame& f);

}  // namespace bindpose::ui
