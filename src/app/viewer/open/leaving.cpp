#include "app/viewer/open/leaving.h"

#include <filesystem>
#include <utility>

namespace bindpose::app {

void Leaving::ask(Departure departure, bool lecture, const std::string& name, ui::UiState& ui,
                  Pacing& pace) {
  ui.ask.question = lecture ? ui::AskState::Lecture : ui::AskState::Unsaved;
  ui.ask.name = name;
  const bool quits = departure.kind == Departure::Quit;
  if (lecture) {
    ui.ask.before = quits ? "Quit" : "Close the lesson";
    ui.black = false;  // the question is to be seen
  } else {
    const std::string& path =
        departure.kind == Departure::GoOn ? departure.place.path : departure.path;
    ui.ask.before =
        quits ? "Quitting" : "Opening " + std::filesystem::path(path).filename().string();
  }
  departure_ = std::move(departure);
  ui.browser.open = false;  // one dialog at a time
  ui.browser.wanted.reset();
  ui.settings_dialog = {};
  pace.settle();
}

std::optional<Departure> Leaving::take() {
  return std::exchange(departure_, std::nullopt);
}

void Leaving::cancel() {
  departure_.reset();
  arrival_.reset();
}

std::optional<Arrival> Leaving::release() {
  return std::exchange(arrival_, std::nullopt);
}

}  // namespace bindpose::app
