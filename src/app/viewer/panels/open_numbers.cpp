#include "app/viewer/panels/open_numbers.h"

#include <exception>
#include <filesystem>
#include <utility>

#include "io/numbers/read_numbers.h"
#include "io/numbers/write_tables.h"

namespace bindpose::app {

namespace fs = std::filesystem;

void OpenNumbers::handle(const ui::Requests& requests, const Scene& scene, ui::UiState& ui,
                         Pacing& pace) {
  if (requests.check_numbers && scene.model) {
    checker_.open(*requests.check_numbers);
    model_ = scene.model->path;
    ui.right.tab = ui::InspectorTab::Numbers;
    ui.layout.right_open = true;
    pace.settle();
  }
  if (requests.numbers_by_columns) checker_.set_column_major(*requests.numbers_by_columns);
  if (requests.read_numbers_again) checker_.read_again();
  if (requests.close_numbers) close(ui, pace);
}

void OpenNumbers::close(ui::UiState& ui, Pacing& pace) {
  checker_.close();
  if (ui.right.tab == ui::InspectorTab::Numbers) ui.right.tab = ui::InspectorTab::Joint;
  pace.settle();
}

ui::NumbersInput OpenNumbers::input(const Scene& scene, const PosedScene& posed, ui::UiState& ui,
                                    Pacing& pace) {
  if (!checker_.on() || !scene.model) return {};
  if (scene.model->path != model_) {
    close(ui, pace);
    return {};
  }
  ui::NumbersInput out;
  out.path = checker_.path();
  out.by_columns = checker_.column_major();
  out.pose_beside = pose_of_numbers(out.path).string();
  if (!panels_ || !ui.chrome || ui.right.tab != ui::InspectorTab::Numbers) return out;
  if (const NumbersChecker::Answer* answer = checker_.get(scene, posed)) {
    out.problem = answer->problem;
    if (answer->problem.empty()) out.verdict = &answer->verdict;
  }
  const bool current = checker_.is_current();
  out.computing = !current;
  if (std::exchange(shown_, current) != current) pace.settle();
  return out;
}

Notice export_tables(const std::string& folder, const Scene& scene, const PosedScene& posed) {
  const fs::path path(folder);
  TablesOptions options;
  options.program_line = compare_line(scene, path);
  try {
    write_tables(scene, posed, path, options);
  } catch (const std::exception& e) {
    return {Notice::Error, e.what()};
  }
  return {Notice::Said,
          "Wrote the tables of this pose to " + folder + "; its README.md says what they are."};
}

}  // namespace bindpose::app
