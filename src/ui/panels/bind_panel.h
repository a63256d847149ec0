// "Weights from distance" in the Weights tab.
#pragma once

namespace bindpose::ui {

struct Frame;

struct BindPanelState {
  bool open = false;
};

void draw_bind_section(Frame& f);

}  // namespace bindpose::ui
