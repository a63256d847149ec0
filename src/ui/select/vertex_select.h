// Vertices chosen in the view: in a box (ui/select/box_select.h has the mouse) and by a brush that
// is drawn over them, as Blender's circle.
#pragma once

#include <cstdint>
#include <optional>

#include "scene/vertices/vertex_group.h"
#include "ui/base/rect.h"
#include "view/seen_vertices.h"

namespace bindpose::ui {

struct Frame;

struct VertexSelect {
  bool brush =
      false;  // by the command, in any mode: a drag chooses; a right click or Escape ends it
  bool held = false;     // the button is down
  float radius = 32.0f;  // unscaled pixels
  vec2 from{0.0f};       // where the mouse was in the frame before
  // What is seen, as long as model, pose, camera and pane are the same.
  struct Seen {
    std::uint64_t revision = 0;
    Camera camera{};
    vec2 size{0.0f};
    Deformer method = Deformer::File;
    bool through = false;
    SeenVertices vertices{};
  };
  std::optional<Seen> seen{};
};

// In the pane that the mouse works in.
VertexLists vertices_in(Frame& f, const Rect& box);
// In vertex mode: those of a box that was drawn. Shift adds, Ctrl takes away.
void select_vertices_in(Frame& f, const Rect& box, bool adds, bool takes);

void update_vertex_brush(Frame& f);
void draw_vertex_brush(Frame& f);

}  // namespace bindpose::ui
