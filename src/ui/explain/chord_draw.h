// The chord and the arc of the pinned vertex (view/marks/chord.h) over the view.
#pragma once

namespace bindpose::ui {

struct Frame;

// In a pane; nothing where ViewSettings::chord is off.
void draw_chord(Frame& f);

}  // namespace bindpose::ui
