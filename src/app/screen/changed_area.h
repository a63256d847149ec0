// Which parts of the window's picture another frame of the interface changes: where it draws other
// triangles than the frame before, or the same ones in another order. A software renderer pays for
// every pixel of every panel, and most frames change a button or nothing.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "math/types.h"

namespace bindpose::app {

// Pixels of the window, first row on top.
struct PixelArea {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const PixelArea&) const = default;
};

class ChangedArea {
 public:
  // What `now` may change of a picture that shows the data of the call before, and the areas in
  // `also`; everything the first time, after forget() and when the display's size changed. At most
  // kMost areas, none twice. Outside of them both frames draw the same triangles in the same order.
  // Pictures (all textures but the font's) count as changed: they keep their name when they are
  // filled anew.
  std::vector<PixelArea> take(const ImDrawData& now, const std::vector<PixelArea>& also);
  void forget() { lists_.clear(), width_ = height_ = 0; }

  static constexpr std::size_t kMost = 4;  // each is a drawing of its own

 private:
  // An ImDrawList, as it was.
  struct List {
    std::string name;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
    std::vector<ImDrawCmd> commands;
  };
  static std::vector<List> lists_of(const ImDrawData& data);

  std::vector<List> lists_;
  int width_ = 0, height_ = 0;
  class Tiles;
};

}  // namespace bindpose::app
