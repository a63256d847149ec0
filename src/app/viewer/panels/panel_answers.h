// What panels show that threads work out beside the window: the clinic's findings, the lines of the
// weight table, curves. A frame is asked for where an answer came, or is no longer of what is open.
#pragma once

#include <vector>

#include "app/beside/clinic.h"
#include "app/beside/curve_maker.h"
#include "app/beside/table_maker.h"
#include "app/viewer/lesson/lesson_session.h"
#include "app/viewer/picture/pacing.h"
#include "ui/ui.h"

namespace bindpose::app {

class PanelAnswers {
 public:
  // `beside`: false: everything at once. `panels`: false: the picture has none, and asks nothing.
  PanelAnswers(bool beside, bool panels)
      : panels_(panels), clinic_(beside), table_(beside), curves_(beside) {}

  ui::ClinicInput clinic(const Scene& scene, const ui::UiState& ui, Pacing& pace);
  ui::TableInput table(const Scene& scene, const ui::UiState& ui, Pacing& pace);
  // Those of the open lesson's step, else of the joint that is swept.
  ui::CurvesInput curves(const Scene& scene, const LessonSession& session,
                         const ui::LessonStepState& step, Pacing& pace);

  // What the clinic's tab shows; null: it is not open, or not done.
  const std::vector<Finding>* findings() const {
    return findings_shown_ ? clinic_.known() : nullptr;
  }
  bool busy() { return clinic_.busy() || table_.busy() || curves_.busy(); }

 private:
  bool panels_;
  Clinic clinic_;
  TableMaker table_;
  CurveMaker curves_;
  bool findings_shown_ = false;  // the tab shows what is found, of what is open now
  bool lines_current_ = false;   // the table's are of the weights as they are
  bool curves_current_ = false;  // they are of what is shown now
};

}  // namespace bindpose::app
