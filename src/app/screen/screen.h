// The window's picture on a software renderer, kept from frame to frame: only where it changes it
// is drawn again.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>

#include "app/screen/changed_area.h"
#include "render/gpu/screen_target.h"

namespace bindpose::app {

// The 3D view in the window, below all of the interface.
struct ViewPlace {
  PixelArea area;
  bool changed = false;  // it has another picture than at the last draw()
  // Copies its picture into a framebuffer of the window's size.
  std::function<void(unsigned int framebuffer)> copy;
};

class Screen {
 public:
  // Draws view and interface, and copies all of it into `framebuffer`; false where it looks as
  // before, and nothing was copied. Writes into the clip rectangles of `data` and restores them.
  bool draw(ImDrawData& data, const std::optional<ViewPlace>& view, unsigned int framebuffer);
  // All is drawn the next time: the font's texture is another, or the window lost its picture.
  void forget() { changed_.forget(); }

 private:
  ChangedArea changed_;
  std::unique_ptr<ScreenTarget> target_;
  int width_ = 0, height_ = 0;
  std::optional<PixelArea> view_;
};

// The same where every pixel is drawn anew in each frame.
void draw_whole(ImDrawData& data, const std::optional<ViewPlace>& view, unsigned int framebuffer);

}  // namespace bindpose::app
