// What a GLFW window takes in: its events as ui::InputEvents, its size and scale, its mouse.
#pragma once

#include "app/viewer/viewer.h"

struct GLFWwindow;
struct GLFWcursor;

namespace bindpose::app {

// What the callbacks collect for the next step. The window's user pointer is to it.
struct Collected {
  Input input;
  vec2 to_pixels{1.0f};  // window coordinates to framebuffer pixels
  bool refresh = false;

  bool any() const { return refresh || !input.events.empty() || !input.dropped_files.empty(); }
};

// From here on `collected` gets what happens in the window; it has to stay where it is.
void collect_input(GLFWwindow* window, Collected& collected);

// The scale that BINDPOSE_SCALE asks for; 0 where it asks for nothing sensible.
float forced_scale();
// Size and scale as they are now.
void measure(GLFWwindow* window, Collected& c);

// The mouse's shapes, made once; GLFW destroys them with the library.
class Cursors {
 public:
  void show(GLFWwindow* window, ui::Cursor cursor);

 private:
  GLFWcursor* made_[5] = {};
  ui::Cursor shown_ = ui::Cursor::Arrow;
};

}  // namespace bindpose::app
