// In presenter mode the audience sees which keys were pressed of late.
#pragma once

#include <string>

namespace bindpose::ui {

struct Frame;

struct ShownKey {
  std::string text;  // "Ctrl+Z"
  double until = 0.0;
};

void draw_pressed_keys(Frame& f);

}  // namespace bindpose::ui
