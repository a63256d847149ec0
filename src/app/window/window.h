// The desktop window around the viewer.
#pragma once

#include <optional>
#include <string>

#include "app/import/import_worker.h"
#include "io/workspace/lesson_places.h"

namespace bindpose::app {

struct WindowArgs {
  std::string model;            // "" opens an empty window
  std::string diff;             // a file to compare it with; empty: none
  double tolerance = 1e-4;      // of that: DiffOptions
  int width = 0, height = 0;    // 0: as the last window was left, or 1280 x 720
  std::string lesson;           // path of a lesson to open in place of a model
  std::string lesson_model;     // for a lesson that takes any; empty: the demo model for these
  std::size_t lesson_step = 0;  // that it begins with
  std::optional<LessonPlace> left{};  // in place of that lesson: one that was left, as it was
  bool presenter = false;
  bool speaker = false;  // with the window of who speaks
  bool light = false;
  ImportLimits import;
  bool own_memory = false, own_seconds = false;  // of `import`, given and not the settings'
  std::string state_file;                        // see app/viewer/state_file.h
  bool state_widgets = false;                    // with where its widgets are
  bool refines = true;  // false: a picture of the view that nobody looks at
};

// Runs until the window closes. Returns the exit code; throws std::runtime_error with one sentence
// when no window can be opened.
int run_window(const WindowArgs& args);

}  // namespace bindpose::app
