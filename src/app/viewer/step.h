// What goes into a step of the viewer's loop, and what comes out.
#pragma once

#include <string>
#include <vector>

#include "app/screen/screen.h"
#include "ui/base/input_feed.h"
#include "ui/ui.h"

namespace bindpose::app {

struct Input {
  std::vector<ui::InputEvent> events;
  vec2 size{1280.0f, 720.0f};  // of the framebuffer, pixels
  float scale = 1.0f;          // of the display: 1 is 96 dpi
  std::vector<std::string> dropped_files;
};

struct StepResult {
  bool idle = false;  // nothing will change until there is input
  Drawn drawn;        // of the picture in the framebuffer
  bool quit = false;
  ui::Cursor cursor = ui::Cursor::Arrow;
  double wake_after = -1.0;  // seconds until the next step is wanted when idle; negative: never

  // The next step is wanted then, or before.
  void wake_within(double seconds) {
    if (!(wake_after >= 0.0 && wake_after < seconds)) wake_after = seconds;
  }
};

// A frame of the window of who speaks, after a step of the viewer's.
struct SpokenStep {
  bool asked = false;     // something changes: another step has to follow
  bool draws_on = false;  // another frame of it is wanted
  ui::Cursor cursor = ui::Cursor::Arrow;
};

}  // namespace bindpose::app
