// The viewer's second file: how it comes, how it goes, what is said of it.
#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "app/viewer/viewer.h"
#include "scene/deform/deformer_data.h"
#include "ui/base/length.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

// By their last folders, where the names alone are the same: "old/ogre.glb" and "new/ogre.glb".
std::pair<std::string, std::string> told_apart(const std::string& a, const std::string& b) {
  const fs::path one(a), other(b);
  fs::path name_a = one.filename(), name_b = other.filename();
  if (name_a == name_b) {
    const fs::path folder_a = one.parent_path().filename();
    const fs::path folder_b = other.parent_path().filename();
    if (folder_a != folder_b) {
      name_a = folder_a / name_a;
      name_b = folder_b / name_b;
    }
  }
  return {name_a.string(), name_b.string()};
}

// Both have joints, and none of one is a node of the other.
bool nothing_in_common(const Scene& a, const FileComparison& comparison) {
  const std::vector<std::uint8_t>& own = joint_flags(a).is_joint;
  const std::vector<std::uint8_t>& other = joint_flags(comparison.scene()).is_joint;
  const auto is_set = [](std::uint8_t flag) { return flag != 0; };
  if (std::ranges::none_of(own, is_set) || std::ranges::none_of(other, is_set)) return false;
  for (std::size_t k = 0; k < other.size(); ++k) {
    const int j = comparison.joint_of_a(static_cast<int>(k));
    if (j >= 0 && (other[k] != 0 || own[static_cast<std::size_t>(j)] != 0)) return false;
  }
  return true;
}

}  // namespace

void Viewer::compare_with(const std::string& path) {
  pace_.settle();
  if (loader_.busy()) {
    wanted_comparison_ = path;
    return;
  }
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
  ViewSettings view = document_.scene().view;
  if (!compare_.on()) {
    panes_alone_ = view.panes;
    if (view.panes != Panes::Split) view.panes = Panes::Two;
  }
  view.other_file = true;
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
  if (!wanted_comparison_.empty() && !loader_.busy()) {
    const std::string path = std::exchange(wanted_comparison_, {});
    if (document_.scene().model) compare_with(path);
  }
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
  if (nothing_in_common(document_.scene(), compare_)) {
    said_of_other_ = name + " has no joint in common with " + document_.scene().model->name +
                     ": it is shown as it is.";
    notices_.warn(said_of_other_);
  } else if (!arrival->notes.empty()) {
    notices_.warn(arrival->notes.front());
  } else if (arrival->again) {
    notices_.tell("Loaded " + name + " again: the file was changed.", false);
  }
}

// A scene of the open file as it is shown without the other one: what files keep.
Scene Viewer::alone(Scene scene) const {
  if (!compare_.on()) return scene;
  scene.view = without_other_file(scene.view);
  scene.view.panes = panes_alone_;
  return scene;
}

void Viewer::end_comparison() {
  compare_.cancel();
  if (!compare_.on()) return;
  const ViewSettings view = alone(document_.scene()).view;
  compare_.end();
  workspace_.keep_anew();
  if (ui_.message.text == said_of_other_) ui_.message.dismiss();
  renderer_.set_other(nullptr);
  apply({SetView{view}});
  if (ui_.right.tab == ui::InspectorTab::Differences) ui_.right.tab = ui::InspectorTab::Joint;
  pace_.redraw_view();
  pace_.settle();
}

void Viewer::handle_compare(const ui::Requests& requests) {
  if (requests.compare_with) compare_with(*requests.compare_with);
  if (requests.end_comparison) end_comparison();
  if (requests.tolerance) compare_.set_tolerance(*requests.tolerance);
  compare_.set_unit(ui::chosen_unit(ui_.settings.units, document_.scene().model.get()));
}

ui::ComparisonInput Viewer::comparison_input() {
  ui::ComparisonInput out;
  if (!compare_.on()) return out;
  other_input_.emplace(ui::UiInput{.document = compare_.document(),
                                   .posed = compare_.posed(),
                                   .bones = compare_.bones(),
                                   .camera = framing_.camera()});
  other_input_->map = maps_.of_other(file(), compare_);
  out.other = &*other_input_;
  const std::string& saved = workspace_.path();
  const std::string& own = saved.empty() ? document_.scene().model->path : saved;
  std::tie(out.name_a, out.name_b) =
      compare_.path().empty()
          ? std::pair(std::string("the weights as they are"), compare_.scene().model->name)
          : told_apart(own, compare_.path());
  out.lag = lag_words(compare_.lag());
  // A picture without panels tells nothing of it.
  if (options_.panels) out.account = compare_.account(document_.scene(), !compares_beside());
  out.computing = options_.panels && !compare_.account_is_current();
  out.tolerance = compare_.tolerance();
  return out;
}

}  // namespace bindpose::app
