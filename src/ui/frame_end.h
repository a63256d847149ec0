// The last of a frame's work, the same for every window.
#pragma once

#include "ui/frame.h"

namespace bindpose::ui {

// After everything is drawn and keys have done what they do: what the application has to know of
// the frame, and the ends of notes and tooltips.
void end_frame(Frame& f);

}  // namespace bindpose::ui
