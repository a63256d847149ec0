#include "app/viewer/panels/panel_answers.h"

#include <utility>

namespace bindpose::app {

ui::ClinicInput PanelAnswers::clinic(const Scene& scene, const ui::UiState& ui, Pacing& pace) {
  const bool tab = ui.right.tab == ui::InspectorTab::Clinic && !ui.layout.right_folded;
  const bool open = panels_ && ui.chrome && (tab || ui.table.lists_findings);
  if (!open || !scene.model) {
    findings_shown_ = false;
    return {};
  }
  ui::ClinicInput out;
  out.findings = clinic_.get(scene, ui::clinic_profile(ui.clinic, scene.view.limit));
  out.computing = !clinic_.is_current();
  if (std::exchange(findings_shown_, !out.computing) == out.computing) pace.settle();
  return out;
}

ui::TableInput PanelAnswers::table(const Scene& scene, const ui::UiState& ui, Pacing& pace) {
  if (!ui.table.open || !panels_ || !ui.chrome || ui.presenter || !scene.model) return {};
  const TableRows* rows = table_.get(scene, ui::wanted_rows(ui.table, ui.of_model.table, scene));
  const bool current = table_.is_current();
  if (std::exchange(lines_current_, current) != current) pace.settle();
  return {rows, current};
}

ui::CurvesInput PanelAnswers::curves(const Scene& scene, const LessonSession& session,
                                     const ui::LessonStepState& step, Pacing& pace) {
  const OpenLesson* open = session.open();
  const Curves* made = nullptr;
  if (open != nullptr && scene.model && session.question() == nullptr &&
      open->plan.steps[open->step].curves) {
    made = curves_.lesson(open->for_threads, open->step, step.sliders);
  } else if (scene.model && !scene.draft && scene.view.sweep != Sweep::Off &&
             scene.selection.joint >= 0) {
    made = curves_.sweep(scene);
  } else {
    curves_.forget();
    return {};
  }
  const bool current = curves_.is_current();
  if (std::exchange(curves_current_, current) != current) pace.settle();
  return {made, true, !current};
}

}  // namespace bindpose::app
