// Ctrl+C in a command: what it began to write is taken away before the program ends. Where a film
// is written the work itself is cancelled.
#pragma once

#include "io/files/write_progress.h"

namespace bindpose::app {

// From here on the signals that end a program (INT, TERM, HUP) take away unfinished files, say so
// on standard error, and end it with the code that shells have for that. For commands: a window has
// work to keep.
void end_cleanly_on_signals();

// While one is alive, the signals that end a program (INT, TERM, HUP) cancel `progress`; one at a
// time.
class CancelOnSignal {
 public:
  explicit CancelOnSignal(WriteProgress& progress);
  ~CancelOnSignal();
  CancelOnSignal(const CancelOnSignal&) = delete;
  CancelOnSignal& operator=(const CancelOnSignal&) = delete;

  // The signal that came; 0: none.
  static int signal();
};

// What a shell calls the end of a program by that signal.
inline constexpr int kEndedBySignal = 128;

}  // namespace bindpose::app
