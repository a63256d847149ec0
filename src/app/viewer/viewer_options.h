// What a viewer is started with.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "app/beside/canvas_maker.h"
#include "app/beside/map_maker.h"
#include "app/beside/moving_detail.h"
#include "app/beside/surface_finder.h"
#include "app/import/import_worker.h"
#include "app/viewer/fonts/fonts.h"

namespace bindpose::app {

struct ViewerOptions {
  std::filesystem::path shaders;
  FontFiles fonts;
  bool panels = true;   // false: the view with its overlays alone
  ImportLimits import;  // of every model that is opened; the settings' but for
  bool own_memory = false, own_seconds = false;  // those of `import` that were given
  bool remember = false;                         // keep the list of recent files
  std::filesystem::path settings;                // the file of the user's; empty: none
  std::filesystem::path autosave;                // the folder for unsaved work; empty: none is kept
  std::filesystem::path thumbnails;  // the folder of recent files' pictures; empty: none
  std::filesystem::path poses;       // the folder of saved poses; empty: none can be saved
  std::filesystem::path lessons;     // the file of where lessons were left; empty: none is kept
  std::filesystem::path state_file;  // kept up to date with what is shown; empty: none
  unsigned int framebuffer = 0;      // where the finished picture goes
  bool by_parts = false;             // who shows it can show parts of it alone
  MovingDetail::Options detail;      // of large models that take long to draw
  MapMaker::Options maps;
  SurfaceFinder::Options pointing;
  CanvasMaker::Options painting;
  // Shows an address in the browser; false where there is none. Null: links do nothing.
  std::function<bool(const std::string& address)> open_link;
  std::function<float()> pen_pressure;  // 0 to 1, now; null: there is no pen
  // A model with as many triangles is taken over in one step and drawn in the next: each takes
  // long.
  std::size_t apart_from_triangles = 300000;
  bool still = false;        // one picture is wanted: step() draws nothing, draw_still() does
  bool refines = true;       // what rests is drawn again at its edges
  bool rough = false;        // a software renderer draws a quarter of the view's pixels
  bool transparent = false;  // FrameInput::transparent
};

}  // namespace bindpose::app
