// Questions about work that is not saved: a dialog with a sentence and three buttons.
#pragma once

#include <string>

namespace bindpose::ui {

struct Frame;

struct AskState {
  enum Question {
    None,
    Unsaved,  // before something takes its place: save it, discard it, cancel
    Leftover  // of a window that ended without being asked: recover it, discard it, later
  };
  Question question = None;
  std::string name;    // of the workspace or the model
  std::string before;  // Unsaved: what is about to happen ("Quitting"); Leftover: how long ago
  bool is_open() const { return question != None; }
};

// Enter is the first button, Escape the last one. The answer goes into Requests, once.
void draw_ask(Frame& f);

}  // namespace bindpose::ui
