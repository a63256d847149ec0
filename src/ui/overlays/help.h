// F1, letters and words, About, and the list of what was done.
#pragma once

namespace bindpose::ui {

struct Frame;

struct HelpState {
  bool open = false;
  bool letters = false;
  bool about = false;
  bool history = false;
  bool any() const { return open || letters || about || history; }
  void close() { open = letters = about = history = false; }
};

void draw_help(Frame& f);
void draw_about(Frame& f);
void draw_history(Frame& f);  // Edit > History

}  // namespace bindpose::ui
