// The line at the foot of the window.
#pragma once

#include <string>

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// A word that is gone after two seconds.
struct NoteState {
  std::string text;
  double until = 0.0;  // UiState::time
};

void draw_status_bar(Frame& f, const Rect& r);

}  // namespace bindpose::ui
