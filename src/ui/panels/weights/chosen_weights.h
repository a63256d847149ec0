// What the chosen vertices have of the selected joint, and the mends that have numbers, in the
// Weights tab.
#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace bindpose::ui {

struct Frame;

struct ChosenWeights {
  // The slider, while it is held.
  bool held = false, edited = false;
  float share = 0.0f;
  // Counted once for a group, a joint and weights.
  VertexGroup group{};
  int joint = -1;
  std::uint64_t weights = 0;
  float mean = 0.0f;
};

// The numbers of mends, as the menu, the Weights tab and the next mend have them.
struct MendNumbers {
  bool open = true;            // the section of the Weights tab
  float prune_below = 0.01f;   // of a weight
  float smooth_factor = 0.5f;  // of the way to the neighbours' mean
  int smooth_times = 1;
};

void draw_chosen_weights(Frame& f);
// Those of the chosen vertices, of all where none is.
void draw_mend_section(Frame& f);

}  // namespace bindpose::ui
