// What happens to the open work, and to a lecture, when something else takes their place.
#include <filesystem>
#include <utility>

#include "app/viewer/viewer.h"

namespace bindpose::app {

namespace fs = std::filesystem;

// What is tried in a lesson is no work: every step starts anew.
bool Viewer::unsaved() const {
  return lesson() == nullptr && workspace_.unsaved(document_);
}

// Somebody speaks: what would end that by a careless key is asked about.
bool Viewer::lectures() const {
  return lesson() != nullptr && (ui_.speaker || ui_.presenter);
}

bool Viewer::may_close() {
  if (!unsaved() && !lectures()) {
    if (lesson() == nullptr) workspace_.discard();
    return true;
  }
  leave_for({Departure::Quit});
  return false;
}

void Viewer::leave_for(Departure departure) {
  const bool ends = departure.kind == Departure::Quit || departure.kind == Departure::CloseLesson;
  const bool lecture = ends && lectures();
  if (!lecture && !unsaved()) return depart(departure);
  const std::string& saved = workspace_.path();
  const std::string name =
      saved.empty() ? document_.scene().model->name : fs::path(saved).filename().string();
  leaving_.ask(std::move(departure), lecture, name, ui_, pace_);
}

void Viewer::depart(const Departure& departure) {
  switch (departure.kind) {
    case Departure::Quit:
      leaving_.quit();
      break;
    case Departure::OpenLesson: {
      const std::uint64_t here = document_.position();
      open_lesson(departure.path, departure.step);
      leaving_.may_go(here);
      break;
    }
    case Departure::GoOn: {
      const std::uint64_t here = document_.position();
      go_on_with(departure.place);
      leaving_.may_go(here);
      break;
    }
    case Departure::CloseLesson:
      planned_.give_up();
      close_lesson();
      break;
    case Departure::Show:
      // It is another file, even where the open one was being read again meanwhile.
      opening_.drop_reading_again();
      if (auto arrival = leaving_.release()) take_over(std::move(*arrival));
      break;
  }
}

void Viewer::answer_unsaved(ui::UnsavedAnswer answer) {
  if (!leaving_.asks()) return;
  if (answer == ui::UnsavedAnswer::Save && workspace_.path().empty()) {
    ui_.browser.wanted = ui::BrowserPurpose::SaveWorkspace;
  } else if (answer == ui::UnsavedAnswer::Save) {
    save_workspace(workspace_.path());
  } else {
    if (answer == ui::UnsavedAnswer::Cancel) return leaving_.cancel();
    workspace_.discard();
    depart(*leaving_.take());
  }
}

}  // namespace bindpose::app
