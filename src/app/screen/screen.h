// The window's picture on a software renderer, kept from frame to frame: only where it changes it
// is drawn again.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/screen/changed_area.h"
#include "render/gpu/picture_copy.h"
#include "render/gpu/screen_target.h"

namespace bindpose::app {

// The 3D view in the window, below all of the interface.
struct ViewPlace {
  PixelArea area;
  bool changed = false;  // it has another picture than at the last draw()
  // Copies what of its picture lies in that part into a framebuffer of the window's size.
  std::function<void(unsigned int framebuffer, const PixelArea& part)> copy;
};

// What of a framebuffer is another than before.
struct Drawn {
  bool any = false;
  std::vector<PixelArea> parts{};  // these pixels alone; empty: all
};

class Screen {
 public:
  explicit Screen(const std::filesystem::path& shader_dir) : copy_(shader_dir) {}

  // Draws view and interface, and copies it into `framebuffer`: all of it, or, where `by_parts`,
  // what is another, for who can show these parts alone. Writes into the clip rectangles of `data`
  // and restores them.
  Drawn draw(ImDrawData& data, const std::optional<ViewPlace>& view, unsigned int framebuffer,
             bool by_parts);
  // All is drawn the next time: the font's texture is another, or the window lost its picture.
  void forget() { changed_.forget(); }

 private:
  void copy_to(unsigned int framebuffer, const PixelArea& part);

  ChangedArea changed_;
  std::unique_ptr<ScreenTarget> target_;
  PictureCopy copy_;  // to the window
  int width_ = 0, height_ = 0;
  bool again_ = false;  // all was shown: once more, for a framebuffer of another size may come late
  std::optional<PixelArea> view_;
};

// The same where every pixel is drawn anew in each frame.
void draw_whole(ImDrawData& data, const std::optional<ViewPlace>& view, unsigned int framebuffer);

}  // namespace bindpose::app
