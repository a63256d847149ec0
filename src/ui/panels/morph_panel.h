// The Morphs tab: a slider for each morph channel.
#pragma once

namespace bindpose::ui {

struct Frame;

// The slider that is held.
struct MorphSlider {
  int channel = -1;  // -1: none
  float weight = 0.0f;
  float lowest = 0.0f, highest = 1.0f;
  bool edited = false;  // previews were sent
};

struct MorphPanelState {
  MorphSlider slider;
  char search[128] = {};
};

void draw_morph_panel(Frame& f);

}  // namespace bindpose::ui
