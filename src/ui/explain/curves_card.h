// Curves over the view: what becomes of a quantity while a lesson's slider, or the selected joint's
// angle, goes from end to end (scene/curves/curves.h). Dots stand where it is now, rings where it
// was at first; the mouse reads values off.
#pragma once

#include "scene/curves/curves.h"

namespace bindpose::ui {

struct Frame;

struct CurvesInput {
  const Curves* curves = nullptr;  // null: none are asked for, or nothing is known of them yet
  bool wanted = false;             // some are asked for
  bool computing = false;          // newer ones are on their way
};

// Whether the open step of a lesson has curves; else ViewSettings::sweep counts.
bool shows_lesson_curves(const Frame& f);
// Where what the curves go over stands now.
double curves_now(const Frame& f);
void draw_curves_card(Frame& f);

}  // namespace bindpose::ui
