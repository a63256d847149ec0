// The open lesson beside the view: a step's text, its sliders, and where it stands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/lesson/lesson_plan.h"
#include "ui/base/rect.h"
#include "ui/text/figure_text.h"

namespace bindpose::ui {

struct Frame;

// The figures of the step that is shown, as last computed.
struct LessonFigures {
  std::uint64_t revision = 0;  // of the posed scene
  ViewSettings view;
  std::vector<double> sliders;
  std::vector<FigureText> text;       // one a LessonStep::figures
  std::vector<FigureResult> written;  // the same where the step begins; empty: not asked yet
};

struct LessonPanelState {
  bool opened = false;    // since the last frame
  float overflow = 0.0f;  // pixels of the step's text that its panel has no room for
  Rect formula_card;      // of the formula over the view; empty: none
};

// Of the step that is shown, with its model's figures.
struct LessonStepState {
  std::vector<double> sliders;  // where they are, one each
  int held = -1;                // the slider that is
  LessonFigures figures;
};

// Width of the lesson's column in a window that wide; 0 without a lesson.
float lesson_width(const Frame& f, float window);
void draw_lesson_panel(Frame& f, const Rect& r);
// The formula that the open step shows over the view, with this frame's numbers.
void draw_lesson_formula(Frame& f);
// Takes the sliders to where the scene has what they move.
void follow_sliders(Frame& f);
// Sliders of the open step; returns their height when `list` is null and draws nothing.
float lesson_sliders_height(const Frame& f);
void draw_lesson_sliders(Frame& f, vec2 at, float width);

}  // namespace bindpose::ui
