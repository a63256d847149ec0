// A film of the window's, made by a process of its own: `bindpose render` of a workspace that holds
// what the window shows. The window goes on meanwhile, and what a large picture does to memory or
// driver happens elsewhere.
#pragma once

#include <string>
#include <vector>

#include "app/background_task.h"
#include "app/film/film_plan.h"
#include "app/import/import_worker.h"
#include "io/film/film_writer.h"
#include "io/workspace/workspace.h"
#include "ui/film/film_dialog.h"

namespace bindpose::app {

// What is chosen as options of `bindpose render`. `scale`: of the window's interface; `view`: the
// height of its view in pixels: lines and letters are as large in the film as they are there.
std::vector<std::string> film_words(const ui::FilmChoice& choice, const Scene& scene, float scale,
                                    float view);

// Where it cannot be made: why, else how many frames it has. Looks for ffmpeg, writes nothing.
ui::FilmFacts film_facts(const ui::FilmChoice& choice, const Scene& scene);

struct FilmJob {
  WorkspaceContent content;
  std::string path;  // as the browser gave it
  std::vector<std::string> words;
  ImportLimits import;
};
// Makes it and waits; for BackgroundTask. What went wrong is thrown as std::runtime_error with the
// sentence of the other process. Cancelled, nothing is left of it.
BackgroundTask::Result make_film(const FilmJob& job, WriteProgress& progress);

}  // namespace bindpose::app
