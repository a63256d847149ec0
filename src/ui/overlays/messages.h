// What has to be said over the view: errors and notices, what is waited for, what to do first.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace bindpose::ui {

struct Frame;

// An error, a warning or a notice; what was dismissed can be read again. An error stays until then.
// A notice goes by itself after kNoticeSeconds, a warning after as long as it takes to read it, for
// it lies over the view that goes on: whoever knows the clock dismisses both.
inline constexpr double kNoticeSeconds = 4.0;
inline constexpr double kWarningSeconds = 8.0, kMostWarningSeconds = 25.0;
inline constexpr double kSecondsALetter = 0.06;

struct MessageState {
  std::string text;
  unsigned int shown = 0;  // how many were, so that one is told from the next
  bool hovered = false;    // the mouse is on it: somebody reads
  bool is_error = false;
  bool is_warning = false;  // done, but not all of it
  bool of_step = false;     // on what an edit did: it goes where that is taken back
  bool of_other = false;    // on what is shown beside: it goes with that
  std::string last;         // the one that was shown last, also when it is gone

  // What is longer than a person reads, for a name in it is, is cut: it is laid out in every frame.
  void show(std::string sentence, bool error, bool warning) {
    constexpr std::size_t kMost = 2000;
    if (sentence.size() > kMost) {
      std::size_t end = kMost;  // not inside a letter of several bytes
      while (end > 0 && (static_cast<unsigned char>(sentence[end]) & 0xC0u) == 0x80u) --end;
      sentence.resize(end);
      sentence += "...";
    }
    text = last = std::move(sentence);
    is_error = error;
    is_warning = warning;
    of_step = of_other = false;
    ++shown;
  }
  bool goes_by_itself() const { return !text.empty() && !is_error; }
  double seconds() const {
    if (!is_warning) return kNoticeSeconds;
    const double to_read = kSecondsALetter * static_cast<double>(text.size());
    return std::clamp(to_read, kWarningSeconds, kMostWarningSeconds);
  }
  void dismiss() { text.clear(); }
  void show_again() {
    text = last;
    ++shown;
  }
};

// Sentences, a line each, with `whose` before each.
inline std::string lines_of(const std::vector<std::string>& sentences,
                            const std::string& whose = {}) {
  std::string out;
  for (const std::string& s : sentences) out += (out.empty() ? "" : "\n") + whose + s;
  return out;
}

void draw_message(Frame& f);
void draw_busy(Frame& f);
// The note of the status bar, where there is none.
void draw_note(Frame& f);
void draw_empty_hint(Frame& f);

}  // namespace bindpose::ui
