#include "app/viewer/applied_settings.h"

#include <utility>

#include "app/settings_file.h"
#include "app/system_theme.h"

namespace bindpose::app {
namespace {

// What may change in the window without being chosen anew.
void begin_layout(ui::UiState& ui) {
  const ui::Settings& s = ui.settings;
  ui.layout.left_width = s.left_width;
  ui.layout.right_width = s.right_width;
  ui.layout.curves_height = s.curves_height;
  ui.layout.left_open = s.left_open;
  ui.layout.right_open = s.right_open;
}

}  // namespace

void AppliedSettings::read(const ViewerOptions& options, ui::UiState& ui) {
  const ReadSettings read = read_settings(options.settings, true);
  ui.settings = kept_ = read.settings;
  problem_ = read.problem;
  begin_layout(ui);
}

std::string AppliedSettings::take_problem() {
  return std::exchange(problem_, {});
}

std::optional<ViewSettings> AppliedSettings::apply(
    const ui::Settings& settings, ViewSettings view,
    std::optional<ViewSettings>& view_before_lesson) {
  const auto motion = static_cast<ui::Motion>(settings.motion);
  eases_ = motion == ui::Motion::Eased || (motion == ui::Motion::AsSystem && system_animates());
  if (settings.theme == theme_ && settings.deformer == deformer_) return std::nullopt;
  if (settings.theme != theme_) {
    theme_ = settings.theme;
    constexpr int kLight = 1, kSystem = 2;
    view.dark = theme_ == kSystem ? system_is_dark() : theme_ != kLight;
  }
  if (settings.deformer != deformer_) {
    deformer_ = settings.deformer;
    view.method = ui::chosen_deformer(settings);
    if (view_before_lesson) view_before_lesson->method = view.method;
  }
  return view;
}

std::string AppliedSettings::write(const ui::Settings& settings, const ViewerOptions& options) {
  const std::string problem = write_settings(settings, options.settings, &kept_);
  kept_ = settings;
  return problem;
}

ImportLimits chosen_limits(const ViewerOptions& options, const ui::Settings& settings) {
  ImportLimits limits = options.import;
  if (options.settings.empty()) return limits;
  if (!options.own_memory) limits.memory = ui::import_memory(settings);
  if (!options.own_seconds) limits.seconds = ui::import_seconds(settings);
  return limits;
}

}  // namespace bindpose::app
