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
  ui_.ask.question = lecture ? ui::AskState::Lecture : ui::AskState::Unsaved;
  ui_.ask.name =
      saved.empty() ? document_.scene().model->name : fs::path(saved).filename().string();
  if (lecture) {
    ui_.ask.before = departure.kind == Departure::Quit ? "Quit" : "Close the lesson";
    ui_.black = false;  // the question is to be seen
  } else {
    const std::string& path =
        departure.kind == Departure::GoOn ? departure.place.path : departure.path;
    ui_.ask.before = departure.kind == Departure::Quit
                         ? "Quitting"
                         : "Opening " + fs::path(path).filename().string();
  }
  departure_ = std::move(departure);
  ui_.browser.open = false;  // one dialog at a time
  ui_.browser.wanted.reset();
  ui_.settings_dialog = {};
  pace_.settle();
}

void Viewer::depart(const Departure& departure) {
  switch (departure.kind) {
    case Departure::Quit:
      quit_ = true;
      break;
    case Departure::OpenLesson: {
      const std::uint64_t here = document_.position();
      open_lesson(departure.path, departure.step);
      left_at_ = here;
      break;
    }
    case Departure::GoOn: {
      const std::uint64_t here = document_.position();
      go_on_with(departure.place);
      left_at_ = here;
      break;
    }
    case Departure::CloseLesson:
      give_up_plan();
      close_lesson();
      break;
    case Departure::Show:
      // It is another file, even where the open one was being read again meanwhile.
      if (std::exchange(reloading_, false)) loader_.cancel();
      if (arrival_) take_over(*std::exchange(arrival_, std::nullopt));
      break;
  }
}

void Viewer::answer_unsaved(ui::UnsavedAnswer answer) {
  if (!departure_) return;
  if (answer == ui::UnsavedAnswer::Save && workspace_.path().empty()) {
    ui_.browser.wanted = ui::BrowserPurpose::SaveWorkspace;
  } else if (answer == ui::UnsavedAnswer::Save) {
    save_workspace(workspace_.path());
  } else {
    const Departure departure = *std::exchange(departure_, std::nullopt);
    if (answer == ui::UnsavedAnswer::Cancel) {
      arrival_.reset();
      return;
    }
    workspace_.discard();
    depart(departure);
  }
}

}  // namespace bindpose::app
