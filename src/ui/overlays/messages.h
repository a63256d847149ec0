// What has to be said over the view: errors and notices, what is waited for, what to do first.
#pragma once

#include <string>

namespace bindpose::ui {

struct Frame;

// An error, a warning or a notice, shown until dismissed.
struct MessageState {
  std::string text;
  bool is_error = false;
  bool is_warning = false;  // done, but not all of it
};

void draw_message(Frame& f);
void draw_busy(Frame& f);
void draw_empty_hint(Frame& f);

}  // namespace bindpose::ui
