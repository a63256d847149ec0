#include "app/viewer/compared_view.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <tuple>
#include <utility>

#include "view/panes.h"

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

ViewSettings ComparedView::begin(ViewSettings view, bool first) {
  if (first) {
    panes_alone_ = view.panes;
    if (view.panes != Panes::Split) view.panes = Panes::Two;
  }
  view.other_file = true;
  return view;
}

ViewSettings ComparedView::alone(ViewSettings view) const {
  view = without_other_file(view);
  view.panes = panes_alone_;
  return view;
}

void ComparedView::tell_of(const FileComparison::Arrival& arrival, const std::string& name,
                           const Scene& open, const FileComparison& compared, Notices& notices) {
  if (nothing_in_common(open, compared)) {
    said_ = name + " has no joint in common with " + open.model->name + ": it is shown as it is.";
    notices.warn(said_);
  } else if (!arrival.notes.empty()) {
    notices.warn(arrival.notes.front());
  } else if (arrival.again) {
    notices.tell("Loaded " + name + " again: the file was changed.", false);
  }
}

void ComparedView::end(ui::UiState& ui) const {
  if (ui.message.text == said_) ui.message.dismiss();
  if (ui.right.tab == ui::InspectorTab::Differences) ui.right.tab = ui::InspectorTab::Joint;
}

ui::ComparisonInput ComparedView::input(const Scene& open, const std::string& saved,
                                        const Camera& camera, const SurfaceMap* map_of_other,
                                        FileComparison& compared) {
  ui::ComparisonInput out;
  if (!compared.on()) return out;
  other_.emplace(ui::UiInput{.document = compared.document(),
                             .posed = compared.posed(),
                             .bones = compared.bones(),
                             .camera = camera});
  other_->map = map_of_other;
  out.other = &*other_;
  const std::string& own = saved.empty() ? open.model->path : saved;
  std::tie(out.name_a, out.name_b) =
      compared.path().empty()
          ? std::pair(std::string("the weights as they are"), compared.scene().model->name)
          : told_apart(own, compared.path());
  out.lag = lag_words(compared.lag());
  if (panels_) out.account = compared.account(open, wait_);
  out.computing = panels_ && !compared.account_is_current();
  out.tolerance = compared.tolerance();
  return out;
}

}  // namespace bindpose::app
