#include "app/viewer/notices.h"

#include <utility>

namespace bindpose::app {

void Notices::tell(const std::string& sentence, bool is_error) {
  ui_.message.show(sentence, is_error, false);
  pace_.settle();
}

void Notices::warn(const std::string& sentence) {
  if (sentence.empty()) return;
  ui_.message.show(sentence, false, true);
  pace_.settle();
}

void Notices::note(const std::string& text, double seconds) {
  ui_.note.text = text;
  ui_.note.until = ui_.time + seconds;
  pace_.settle();
}

void Notices::say(const Notice& notice) {
  if (notice.text.empty()) return;
  switch (notice.kind) {
    case Notice::Said:
      return tell(notice.text, false);
    case Notice::Warning:
      return warn(notice.text);
    case Notice::Error:
      return tell(notice.text, true);
    case Notice::Note:
      return note(notice.text);
  }
}

void Notices::follow_time(StepResult& result) {
  const Time now = std::chrono::steady_clock::now();
  end_message(result, now);
  end_note(result, now);
}

void Notices::end_message(StepResult& result, Time now) {
  const ui::MessageState& said = ui_.message;
  if (!said.goes_by_itself()) return;
  if (std::exchange(shown_, said.shown) != said.shown || said.hovered) shown_since_ = now;
  const double shown = std::chrono::duration<double>(now - shown_since_).count();
  if (shown >= said.seconds()) {
    ui_.message.dismiss();
    pace_.settle();
    result.idle = false;
    return;
  }
  result.wake_within(said.seconds() - shown);
}

// The interface's own time stands still while nothing is drawn.
void Notices::end_note(StepResult& result, Time now) {
  if (ui_.note.text.empty()) return;
  if (std::exchange(note_until_, ui_.note.until) != ui_.note.until) {
    note_since_ = now;
    note_seconds_ = ui_.note.until - ui_.time;
  }
  const double left = note_seconds_ - std::chrono::duration<double>(now - note_since_).count();
  if (left <= 0.0) {
    ui_.note.text.clear();
    pace_.settle();
    result.idle = false;
    return;
  }
  result.wake_within(left);
}

}  // namespace bindpose::app
