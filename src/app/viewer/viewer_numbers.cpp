// The viewer's part in somebody else's numbers: the file that is held against the pose, and tables
// that are written.
#include <filesystem>

#include "app/viewer/viewer.h"
#include "io/numbers/read_numbers.h"
#include "io/numbers/write_tables.h"

namespace bindpose::app {

namespace fs = std::filesystem;

void Viewer::handle_numbers(const ui::Requests& requests) {
  const Scene& scene = document_.scene();
  if (requests.check_numbers && scene.model) {
    numbers_.open(*requests.check_numbers);
    numbers_model_ = scene.model->path;
    ui_.right.tab = ui::InspectorTab::Numbers;
    ui_.layout.right_open = true;
    pace_.settle();
  }
  if (requests.numbers_by_columns) numbers_.set_column_major(*requests.numbers_by_columns);
  if (requests.read_numbers_again) numbers_.read_again();
  if (requests.close_numbers) close_numbers();
  if (requests.export_tables && scene.model) export_tables(*requests.export_tables);
}

void Viewer::close_numbers() {
  numbers_.close();
  if (ui_.right.tab == ui::InspectorTab::Numbers) ui_.right.tab = ui::InspectorTab::Joint;
  pace_.settle();
}

void Viewer::export_tables(const std::string& folder) {
  const fs::path path(folder);
  TablesOptions options;
  options.program_line =
      "bindpose compare " + document_.scene().model->name + " " + path.filename().string();
  try {
    write_tables(document_.scene(), posed_, path, options);
  } catch (const std::exception& e) {
    return notices_.tell(e.what(), true);
  }
  notices_.tell(
      "Wrote the tables of this pose to " + folder + "; its README.md says what they are.", false);
}

ui::NumbersInput Viewer::numbers_input() {
  const Scene& scene = document_.scene();
  if (!numbers_.on() || !scene.model) return {};
  if (scene.model->path != numbers_model_) {  // another model was opened
    close_numbers();
    return {};
  }
  ui::NumbersInput out;
  out.path = numbers_.path();
  out.by_columns = numbers_.column_major();
  out.pose_beside = pose_of_numbers(out.path).string();
  const bool shown = options_.panels && ui_.chrome && ui_.right.tab == ui::InspectorTab::Numbers;
  if (!shown) return out;
  if (const NumbersChecker::Answer* answer = numbers_.get(scene, posed_)) {
    out.problem = answer->problem;
    if (answer->problem.empty()) out.verdict = &answer->verdict;
  }
  const bool current = numbers_.is_current();
  out.computing = !current;
  if (std::exchange(numbers_shown_, current) != current) pace_.settle();
  return out;
}

}  // namespace bindpose::app
