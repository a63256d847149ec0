// The names of both files over the panes of a comparison.
#pragma once

namespace bindpose::ui {

struct Frame;

// As widgets: B's can be closed.
void draw_compare_labels(Frame& f);
// As tags, for a picture without controls.
void draw_compare_tags(Frame& f);

}  // namespace bindpose::ui
