// What was drawn, brought to the display.
#pragma once

#include <span>

#include "app/screen/changed_area.h"

struct GLFWwindow;

namespace bindpose::app {

// On X11 a software renderer can copy a part of its picture to the window
// (GLX_MESA_copy_sub_buffer). To exchange buffers costs all pixels of the window every time, and
// all of them had to be copied into the buffer before.
class Presenter {
 public:
  // The window's context is the thread's.
  explicit Presenter(GLFWwindow* window);

  bool can_show_parts() const { return copy_ != nullptr; }
  // These pixels of the picture, first row on top; none: all of it, by exchanging buffers.
  void show(std::span<const PixelArea> parts, int height) const;

 private:
  using CurrentDisplay = void* (*)();
  using CurrentDrawable = unsigned long (*)();
  using CopySubBuffer = void (*)(void* display, unsigned long drawable, int x, int y, int width,
                                 int height);

  GLFWwindow* window_;
  CurrentDisplay display_ = nullptr;
  CurrentDrawable drawable_ = nullptr;
  CopySubBuffer copy_ = nullptr;
};

}  // namespace bindpose::app
