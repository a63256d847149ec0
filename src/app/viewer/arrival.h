// What is there to be shown, and what it was asked for.
#pragma once

#include <cstdint>
#include <optional>

#include "app/import/loader.h"
#include "app/viewer/lesson/lesson_session.h"
#include "app/workspace/workspace_session.h"
#include "io/texture_places.h"

namespace bindpose::app {

struct Arrival {
  Loader::Result result;
  std::optional<PendingLesson> lesson;
  std::optional<WorkspaceFile> workspace;
  TexturePlaces textures{};
  std::optional<LessonPlan> plan{};  // of `lesson`, which is planned before it is shown
  bool loaded = true;                // false: the model was open
  std::uint64_t position = 0;        // Document::position when the plan was asked for
};

}  // namespace bindpose::app
