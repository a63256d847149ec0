// What the window says in passing, and how long that stays.
#pragma once

#include <chrono>
#include <string>

#include "app/viewer/picture/pacing.h"
#include "app/viewer/step.h"
#include "ui/ui.h"

namespace bindpose::app {

// A sentence for whoever says it.
struct Notice {
  enum Kind { Said, Warning, Error, Note };
  Kind kind = Said;
  std::string text{};  // "": nothing is said
};

class Notices {
 public:
  Notices(ui::UiState& ui, Pacing& pace) : ui_(ui), pace_(pace) {}

  // Over the view.
  void tell(const std::string& sentence, bool is_error);
  void warn(const std::string& sentence);  // "": nothing is shown
  // In the status bar, for so many seconds.
  void note(const std::string& text, double seconds = 2.0);
  void say(const Notice& notice);

  // Lets go what was there long enough, also while nothing moves: a step is asked for when it is
  // over.
  void follow_time(StepResult& result);

 private:
  using Time = std::chrono::steady_clock::time_point;
  void end_message(StepResult& result, Time now);
  void end_note(StepResult& result, Time now);

  ui::UiState& ui_;
  Pacing& pace_;
  unsigned int shown_ = 0;  // MessageState::shown of the message that is there
  Time shown_since_{}, note_since_{};
  double note_until_ = 0.0;  // NoteState::until of the note that is there
  double note_seconds_ = 0.0;
};

}  // namespace bindpose::app
