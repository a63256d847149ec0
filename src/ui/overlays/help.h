// F1, letters and words, About.
#pragma once

namespace bindpose::ui {

struct Frame;

struct HelpState {
  bool open = false;
  bool letters = false;
  bool about = false;
  bool any() const { return open || letters || about; }
  void close() { open = letters = about = false; }
};

void draw_help(Frame& f);
void draw_about(Frame& f);

}  // namespace bindpose::ui
