#pragma once

namespace bindpose {

// A part of a picture, counted from its bottom left corner.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
};

}  // namespace bindpose
