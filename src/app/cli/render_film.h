// `bindpose render` with a film as its output.
#pragma once

#include <functional>

#include "app/cli/commands.h"
#include "app/viewer/viewer.h"

namespace bindpose::app {

// Whether the words ask for a film: by what moves, or by the name of the output.
bool wants_film(const RenderArgs& args);
// What can be refused before anything is read (UsageError).
void check_film_args(const RenderArgs& args);

// Draws the picture of what the viewer's last step laid out.
using TakePicture = std::function<Image()>;

// `viewer` shows the pose of the first frame; `own_camera`: nobody put its camera where it is, so
// that it moves back until the model is in all frames. Returns the exit code.
int render_film(const RenderArgs& args, Viewer& viewer, const Input& input, bool own_camera,
                const TakePicture& take);

}  // namespace bindpose::app
