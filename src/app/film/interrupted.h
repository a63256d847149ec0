// Ctrl+C while a file is written: the work is cancelled, and what it began is taken away before the
// program ends.
#pragma once

#include "io/files/write_progress.h"

namespace bindpose::app {

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
