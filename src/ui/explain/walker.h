// The space walker over the view: a vertex's way through the spaces (scene/explain/space_walk.h)
// with frames and a grid that is carried along, the stage's formula, and a bar to play, step and
// drag.
#pragma once

#include <cstddef>

#include "ui/base/rect.h"
#include "ui/formula/large/formula_morph.h"

namespace bindpose::ui {

struct Frame;

struct WalkerState {
  bool playing = false;
  float resting = 0.0f;   // seconds that it stays where it is, while it plays
  std::size_t stage = 0;  // that the formula tells of
  FormulaMorph morph;     // from one stage's formula to the next
};

// So many stages on, from a whole one to a whole one.
void step_walk(Frame& f, int stages);
// Whether the lesson's step walks by itself, and there is a whole stage that many on. Where a
// slider of the step leads the walk there is none.
bool step_has_space(const Frame& f, int stages);
// Plays from here, or from the start where it is at its end; stops where it plays.
void play_walk(Frame& f);

// Where formula and bar will be: for what is drawn before them. After place_lesson_formula.
void place_walker(Frame& f);
// After draw_lesson_formula, before the panes: what is lit in the view is the walk's, where nothing
// else is pointed at.
void draw_walker(Frame& f);

}  // namespace bindpose::ui
