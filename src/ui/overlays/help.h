// F1 and About.
#pragma once

namespace bindpose::ui {

struct Frame;

struct HelpState {
  bool open = false;
  bool about = false;
};

void draw_help(Frame& f);
void draw_about(Frame& f);

}  // namespace bindpose::ui
