// The user's settings: read at the start, applied and written as they change.
#pragma once

#include <optional>
#include <string>

#include "app/viewer/viewer_options.h"
#include "scene/scene.h"
#include "ui/ui.h"

namespace bindpose::app {

class AppliedSettings {
 public:
  // From the options' file into the interface, with the layout that the window begins with.
  void read(const ViewerOptions& options, ui::UiState& ui);
  // Why they could not be read; said at the start, and once again when the first model is shown.
  const std::string& problem() const { return problem_; }
  std::string take_problem();

  // A theme or a deformer that was chosen since, in the view; nothing where neither was: what a
  // lesson or a workspace brought stays where nothing else is chosen. `view_before_lesson` follows.
  std::optional<ViewSettings> apply(const ui::Settings& settings, ViewSettings view,
                                    std::optional<ViewSettings>& view_before_lesson);
  // Views and lessons move to their place; see ui::Motion.
  bool eases() const { return eases_; }

  // Why they cannot be kept, or "".
  std::string write(const ui::Settings& settings, const ViewerOptions& options);

 private:
  std::string problem_;
  ui::Settings kept_;             // as the file was read or written last
  int theme_ = 0, deformer_ = 0;  // as they were applied last
  bool eases_ = true;
};

// Of every model that is opened: the settings', but for what the options were given.
ImportLimits chosen_limits(const ViewerOptions& options, const ui::Settings& settings);

}  // namespace bindpose::app
