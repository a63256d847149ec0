// What the chosen vertices have of the selected joint, in the Weights tab.
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

void draw_chosen_weights(Frame& f);

}  // namespace bindpose::ui
