// Somebody else's numbers that are held against the pose in the Numbers tab, and the pose's own as
// files.
#pragma once

#include <string>

#include "app/compare/numbers_checker.h"
#include "app/viewer/notices.h"
#include "app/viewer/picture/pacing.h"
#include "ui/ui.h"

namespace bindpose::app {

class OpenNumbers {
 public:
  // `beside`: false: everything at once. `panels`: false: the picture has none, and asks nothing.
  OpenNumbers(bool beside, bool panels) : panels_(panels), checker_(beside) {}

  void handle(const ui::Requests& requests, const Scene& scene, ui::UiState& ui, Pacing& pace);
  // They are closed where another model was opened.
  ui::NumbersInput input(const Scene& scene, const PosedScene& posed, ui::UiState& ui,
                         Pacing& pace);
  bool poll_file() { return checker_.poll_file(); }
  bool busy() { return checker_.busy(); }
  // What the tab says; null: it is not open, or not done.
  const NumbersChecker::Answer* shown() const {
    return checker_.on() && shown_ ? checker_.known() : nullptr;
  }

 private:
  void close(ui::UiState& ui, Pacing& pace);

  bool panels_;
  NumbersChecker checker_;
  std::string model_;   // the file of the model that they were opened for
  bool shown_ = false;  // the verdict is of what is open now
};

// Writes the tables of the pose into the folder.
Notice export_tables(const std::string& folder, const Scene& scene, const PosedScene& posed);

}  // namespace bindpose::app
