// What is kept from one window to the next: the user's settings, read at the start, applied and
// written as they change; the files that were opened, with their pictures.
#include <filesystem>

#include "app/paths.h"
#include "app/settings_file.h"
#include "app/system_theme.h"
#include "app/viewer/viewer.h"

namespace bindpose::app {

void Viewer::begin_settings() {
  const ReadSettings read = read_settings(options_.settings, true);
  ui_.settings = kept_settings_ = read.settings;
  settings_problem_ = read.problem;
  if (!settings_problem_.empty()) notices_.warn(settings_problem_);
  begin_layout();
  use_settings();
}

// What the window begins with, and what may change in it without being chosen anew.
void Viewer::begin_layout() {
  const ui::Settings& s = ui_.settings;
  ui_.layout.left_width = s.left_width;
  ui_.layout.right_width = s.right_width;
  ui_.layout.curves_height = s.curves_height;
  ui_.layout.left_open = s.left_open;
  ui_.layout.right_open = s.right_open;
}

ImportLimits Viewer::import_limits() const {
  ImportLimits limits = options_.import;
  if (options_.settings.empty()) return limits;
  if (!options_.own_memory) limits.memory = ui::import_memory(ui_.settings);
  if (!options_.own_seconds) limits.seconds = ui::import_seconds(ui_.settings);
  return limits;
}

void Viewer::keep_window_size(int width, int height) {
  ui_.settings.window_width = width;
  ui_.settings.window_height = height;
  save_settings();
}

void Viewer::use_settings() {
  framing_.set_orbit(static_cast<ui::OrbitMouse>(ui_.settings.orbit));
  framing_.set_ball(ui_.settings.turning == 1);
  const auto motion = static_cast<ui::Motion>(ui_.settings.motion);
  eases_ = motion == ui::Motion::Eased || (motion == ui::Motion::AsSystem && system_animates());
  framing_.set_eases(eases_);
  pace_.settle();
  loader_.set_limits(import_limits());
  // What a lesson or a workspace brought stays where nothing else is chosen.
  ViewSettings view = document_.scene().view;
  if (ui_.settings.theme == theme_ && ui_.settings.deformer == deformer_) return;
  if (ui_.settings.theme != theme_) {
    theme_ = ui_.settings.theme;
    constexpr int kLight = 1, kSystem = 2;
    view.dark = theme_ == kSystem ? system_is_dark() : theme_ != kLight;
  }
  if (ui_.settings.deformer != deformer_) {
    deformer_ = ui_.settings.deformer;
    view.method = ui::chosen_deformer(ui_.settings);
    if (view_before_lesson_) view_before_lesson_->method = view.method;
  }
  apply({SetView{view}});
}

void Viewer::save_settings() {
  use_settings();
  const std::string problem = write_settings(ui_.settings, options_.settings, &kept_settings_);
  kept_settings_ = ui_.settings;
  if (!problem.empty()) notices_.tell(problem, true);
}

// The newest of the recent files; its picture follows when there is one.
void Viewer::remember(const std::string& path) {
  remember_file(path);
  recent_ = recent_files();
  recent_pictures_.show(recent_);
  std::error_code ignored;
  pictured_ = std::filesystem::absolute(path, ignored).string();
  wants_picture_ = true;
}

// Of the view as it is now, for the list of recent files.
void Viewer::keep_picture() {
  wants_picture_ = false;
  const bool seen = framing_.size().x >= 1.0f && framing_.size().y >= 1.0f && picture_.count() > 0;
  if (!recent_pictures_.any() || pictured_.empty() || !seen || lesson() != nullptr) return;
  recent_pictures_.keep(pictured_, renderer_.read_pixels());
  recent_pictures_.show(recent_);
}

}  // namespace bindpose::app
