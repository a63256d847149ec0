// The viewer's second file: how it comes, how it goes, what is said of it.
#include <utility>

#include "app/viewer/viewer.h"
#include "scene/deform/deformer_data.h"
#include "ui/base/length.h"

namespace bindpose::app {

void Viewer::compare_with(const std::string& path) {
  pace_.settle();
  if (opening_.busy()) return opening_.compare_later(path);
  if (!document_.scene().model) {
    return notices_.tell("Open a model first: then another file can be compared with it.", true);
  }
  try {
    compare_.load(path, import_limits());
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

void Viewer::show_comparison(Scene other, const std::string& path) {
  renderer_.set_other(other.model);  // throws where the driver cannot hold it
  fonts_.add(*other.model);
  const ViewSettings view = compared_view_.begin(document_.scene().view, !compare_.on());
  compare_.begin(std::move(other), path);
  if (options_.maps.beside && compare_.scene().deformers) compare_.scene().deformers->make_beside();
  workspace_.keep_anew();
  apply({SetView{view}});
  compare_.follow(document_.scene(), posed_, bones_);
  pace_.redraw_view();
  pace_.settle();
}

// What was read takes its place beside the open model.
void Viewer::take_compared() {
  const std::string wanted = opening_.take_comparison();
  if (!wanted.empty() && document_.scene().model) compare_with(wanted);
  std::optional<FileComparison::Arrival> arrival = compare_.poll();
  if (!arrival) return;
  if (!arrival->error.empty()) return notices_.tell(arrival->error, true);
  if (!document_.scene().model) return;
  const std::string name = arrival->scene.model->name;
  const bool first = !compare_.on();
  try {
    show_comparison(std::move(arrival->scene), arrival->path);
  } catch (const std::exception& e) {
    return notices_.tell(name + " cannot be shown: " + e.what(), true);
  }
  if (first) {
    ui_.right.tab = ui::InspectorTab::Differences;
    ui_.layout.right_open = true;
  }
  compared_view_.tell_of(*arrival, name, document_.scene(), compare_, notices_);
}

// A scene of the open file as it is shown without the other one: what files keep.
Scene Viewer::alone(Scene scene) const {
  if (!compare_.on()) return scene;
  scene.view = compared_view_.alone(scene.view);
  return scene;
}

void Viewer::end_comparison() {
  compare_.cancel();
  if (!compare_.on()) return;
  const ViewSettings view = alone(document_.scene()).view;
  compare_.end();
  if (ui_.message.of_other) ui_.message.dismiss();
  workspace_.keep_anew();
  renderer_.set_other(nullptr);
  apply({SetView{view}});
  compared_view_.end(ui_);
  pace_.redraw_view();
  pace_.settle();
}

void Viewer::handle_compare(const ui::Requests& requests) {
  if (requests.compare_with) compare_with(*requests.compare_with);
  if (requests.end_comparison) end_comparison();
  if (requests.tolerance) compare_.set_tolerance(*requests.tolerance);
  compare_.set_unit(ui::chosen_unit(ui_.settings.units, document_.scene().model.get()));
}

}  // namespace bindpose::app
