// The user's settings in the window: read at the start, applied and written as they change.
#include "app/settings_file.h"
#include "app/viewer/viewer.h"

namespace bindpose::app {

void Viewer::begin_settings() {
  const ReadSettings read = read_settings(options_.settings, true);
  ui_.settings = read.settings;
  settings_problem_ = read.problem;
  if (!settings_problem_.empty()) warn(settings_problem_);
  use_settings();
}

void Viewer::use_settings() {
  framing_.set_orbit(static_cast<ui::OrbitMouse>(ui_.settings.orbit));
  frames_wanted_ = kSettleFrames;
  if (ui_.settings.theme == theme_) return;  // what a lesson or a workspace brought stays
  theme_ = ui_.settings.theme;
  ViewSettings view = document_.scene().view;
  view.dark = theme_ == 0;
  apply({SetView{view}});
}

void Viewer::save_settings() {
  use_settings();
  const std::string problem = write_settings(ui_.settings, options_.settings);
  if (!problem.empty()) tell(problem, true);
}

}  // namespace bindpose::app
