// What is kept from one window to the next: the user's settings, applied and written as they
// change; a picture of what was open.
#include <optional>

#include "app/viewer/viewer.h"

namespace bindpose::app {

void Viewer::begin_settings() {
  settings_.read(options_, ui_);
  notices_.warn(settings_.problem());
  use_settings();
}

ImportLimits Viewer::import_limits() const {
  return chosen_limits(options_, ui_.settings);
}

void Viewer::keep_window_size(int width, int height) {
  ui_.settings.window_width = width;
  ui_.settings.window_height = height;
  save_settings();
}

void Viewer::use_settings() {
  const std::optional<ViewSettings> view =
      settings_.apply(ui_.settings, document_.scene().view, view_before_lesson_);
  framing_.set_orbit(static_cast<ui::OrbitMouse>(ui_.settings.orbit));
  framing_.set_ball(ui_.settings.turning == 1);
  framing_.set_eases(settings_.eases());
  pace_.settle();
  opening_.set_limits(import_limits());
  if (view) apply({SetView{*view}});
}

void Viewer::save_settings() {
  use_settings();
  const std::string problem = settings_.write(ui_.settings, options_);
  if (!problem.empty()) notices_.tell(problem, true);
}

// Of the view as it is now, for the list of recent files.
void Viewer::keep_picture() {
  const bool seen = framing_.size().x >= 1.0f && framing_.size().y >= 1.0f && picture_.count() > 0;
  recent_.keep_picture(renderer_, seen && lesson() == nullptr);
}

}  // namespace bindpose::app
