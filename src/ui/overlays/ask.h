// Questions before something is lost: a dialog with a sentence and two or three buttons.
#pragma once

#include <string>

namespace bindpose::ui {

struct Frame;

struct AskState {
  enum Question {
    None,
    Unsaved,  // before something takes its place: save it, discard it, cancel
    Lecture,  // before it ends by a key or by a window that closes: go on, or end it
    Leftover  // of a window that ended without being asked: recover it, discard it, later
  };
  Question question = None;
  std::string name;    // of the workspace or the model
  std::string before;  // Unsaved: what is about to happen ("Quitting"); Leftover: how long ago;
                       // Lecture: what ends it ("Quit")
  bool is_open() const { return question != None; }
};

// Enter is the first button, Escape the last one. The answer goes into Requests, once.
void draw_ask(Frame& f);

}  // namespace bindpose::ui
