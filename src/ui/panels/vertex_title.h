// What the dots in the view are: the title of the vertices that are chosen.
#pragma once

#include <cstdint>
#include <string>

#include "scene/weight_problems.h"
#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// Counted once for a group, the model and its edited weights.
struct VertexTitle {
  ModelId model;
  std::uint64_t weights = 0;
  VertexGroup group{};
  std::string text;
  Rect place{};  // of the title or the hint in this frame; empty: there is none
};

// At the view's upper edge; in vertex mode, while nothing is chosen, what to do. `left`: where the
// view's free part begins, pixels.
void draw_vertex_title(Frame& f, float left);

}  // namespace bindpose::ui
