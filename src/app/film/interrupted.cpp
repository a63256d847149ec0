#include "app/film/interrupted.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "io/files/file_writer.h"

namespace bindpose::app {

namespace {

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
std::atomic<WriteProgress*> to_cancel{nullptr};
std::atomic<int> came{0};
std::array<struct sigaction, kSignals.size()> handler_before;

// Nothing but atomics, which do not lock: it runs anywhere.
void on_signal(int number) {
  came = number;
  if (WriteProgress* progress = to_cancel) progress->cancel();
}

// Calls nothing that is unsafe in a handler.
void end_here(int number) {
  remove_unfinished_files();
  constexpr char kErase[] = "\r\033[K";  // of the line about progress
  constexpr char kSaid[] = "bindpose: interrupted; nothing is left half written\n";
  [[maybe_unused]] ssize_t written = 0;
  if (isatty(STDERR_FILENO) != 0) written = write(STDERR_FILENO, kErase, sizeof kErase - 1);
  written = write(STDERR_FILENO, kSaid, sizeof kSaid - 1);
  _exit(kEndedBySignal + number);
}

}  // namespace

void end_cleanly_on_signals() {
  struct sigaction action {};
  action.sa_handler = end_here;
  sigfillset(&action.sa_mask);  // once
  for (const int number : kSignals) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);  // nohup: it goes on
  }
}

CancelOnSignal::CancelOnSignal(WriteProgress& progress) {
  static_assert(std::atomic<WriteProgress*>::is_always_lock_free);
  came = 0;
  to_cancel = &progress;
  struct sigaction action {};
  action.sa_handler = on_signal;  // without SA_RESTART: what waits is woken
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &handler_before[i]);
    // Ignored from the start (nohup): that stays.
    if (handler_before[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

CancelOnSignal::~CancelOnSignal() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &handler_before[i], nullptr);
  to_cancel = nullptr;
}

int CancelOnSignal::signal() {
  return came;
}

}  // namespace bindpose::app
