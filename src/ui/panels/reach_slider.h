// A bone's radius that is held, on a slider or by its capsule in the view: previews while it moves,
// one undo step when it is let go.
#pragma once

#include "ui/frame.h"

namespace bindpose::ui {

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
