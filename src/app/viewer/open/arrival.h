// What is there to be shown, and what it was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/import/loader.h"
#include "app/viewer/lesson/lesson_session.h"
#include "app/workspace/workspace_session.h"
#include "io/texture_places.h"
#include "io/workspace/lesson_places.h"
#include "scene/edit/edits.h"

namespace bindpose::app {

struct Arrival {
  // What it is wanted for. Dropped: it was dropped on the open model, and is shown where it has no
  // clips for that; Clips, Weights: only those of it.
  enum For { Show, Dropped, Clips, Weights };
  Loader::Result result;
  std::optional<PendingLesson> lesson;
  std::optional<WorkspaceFile> workspace;
  TexturePlaces textures{};
  std::optional<LessonPlan> plan{};  // of `lesson`, which is planned before it is shown
  bool loaded = true;                // false: the model was open
  std::uint64_t position = 0;        // Document::position when the plan was asked for
  For wanted = Show;
  TransferWeights transfer{};  // how its weights are
};

// What takes the place of the open work, once that is saved or not wanted.
struct Departure {
  enum Kind { Quit, OpenLesson, GoOn, CloseLesson, Show };  // Show: what has been loaded
  Kind kind = Quit;
  std::string path{};
  std::size_t step = 0;
  LessonPlace place{};  // of GoOn
};

}  // namespace bindpose::app
