// A bone's radius that is held, on a slider or by its capsule in the view: previews while it moves,
// one undo step when it is let go.
#pragma once

#include "scene/edit/edit.h"

namespace bindpose::ui {

struct Frame;

// The radius that is dragged in "Weights from distance".
struct ReachSlider {
  bool held = false;
  bool in_view = false;               // by its capsule's outline, not on a slider
  float grab = 0.0f;                  // in_view: how far the outline was from the mouse; file units
  vec2 pressed{0.0f};                 // in_view: where
  int joint = -1;                     // -1: of all bones
  float radius = 0.0f, start = 0.0f;  // now, and when it was taken
  SegmentRadii radii;
  bool edited = false;
  bool previewed = false;
};

// Computes the weights anew; where that is impossible, says why.
void bind_with(Frame& f, const SegmentRadii& radii, Phase phase);

// joint -1: the radius of all bones. Expects Scene::reach.
void take_radius(Frame& f, int joint, float radius);
void move_radius(Frame& f, float radius);
// `keep`: as one edit; else all is as it was when the radius was taken.
void drop_radius(Frame& f, bool keep);

// The capsules' outlines in a pane: under the mouse they can be dragged. Takes the mouse where it
// does.
void update_capsules(Frame& f);
// The radius of the capsule that the mouse is on, as a line from its bone.
void draw_radius(Frame& f);

}  // namespace bindpose::ui
