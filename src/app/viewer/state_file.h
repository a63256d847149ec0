// What the window shows, as lines of text for scripts and tests: `bindpose MODEL --state FILE`
// keeps the file up to date whenever the window comes to rest.
#pragma once

#include <filesystem>
#include <string>

#include "scene/edit/edit.h"
#include "ui/ui.h"
#include "view/camera.h"

namespace bindpose::app {

struct WindowState {
  const Document& document;
  const PosedScene& posed;
  const Camera& camera;
  Viewport viewport;
  vec2 view_corner;
  const ui::UiState& ui;
  std::size_t frames = 0;  // pictures drawn so far
  bool loading = false;
};

// One fact a line, the words apart by spaces, a name or sentence last:
//   model NAME | view X Y WIDTH HEIGHT | frames N | loading 0|1 | selection NAME | edited N
//   undo TEXT | redo TEXT | message error|warning|note SENTENCE | base bind|rest|clip | time
//   SECONDS joint X Y NAME (pixels in the window) | ring AXIS X Y (points of the gizmo's rings that
//   face the eye)
std::string state_text(const WindowState& state);

// Writes a file beside and renames it, so that a reader never sees half of it. Failures are
// ignored.
void write_state(const std::filesystem::path& file, const WindowState& state);

}  // namespace bindpose::app
