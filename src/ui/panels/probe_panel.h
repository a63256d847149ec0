// The pinned vertex's table at the head of the Weights tab.
#pragma once

#include <vector>

#include "scene/edit/weights.h"
#include "scene/scene.h"

namespace bindpose::ui {

struct Frame;

// The weight of the pinned vertex that is held.
struct ProbeSlider {
  int joint = -1;  // -1: none
  float share = 0.0f;
  VertexRef at;
  std::vector<JointWeight> start;  // the row when it was taken, in the order that is shown
  bool edited = false;             // previews were sent
};

// The joints of the pinned vertex in the order in which their rows stand. It stays while the pin
// does, so that what lies under the mouse is the same joint after a drag.
struct ProbeOrder {
  VertexRef at;
  std::vector<int> joints;
};

struct ProbePanelState {
  ProbeSlider slider;
  ProbeOrder order;
  int row = -1;  // the joint whose row the mouse is over: its candidate stands out
};

void draw_probe_panel(Frame& f);
// Over the slider of a weight that was drawn last: a bar in the joint's colour, and the number.
void draw_share_bar(const Frame& f, float share, const vec3& color);

}  // namespace bindpose::ui
