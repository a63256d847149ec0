// The open lesson beside the view: a step's text, its sliders, and where it stands.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scene/edit/edit.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/scene.h"
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
  bool waits = false;                 // for some of them something is still being computed
  std::vector<FigureResult> written;  // the same where the step begins; empty: not asked yet
};

// How wide the lesson's column is, and what that follows from.
struct LessonColumn {
  const void* lesson = nullptr;
  std::size_t letters = 0;  // of all its text: the file may be written again
  vec2 room{0.0f};          // the window's width, the panel's height
  float type = 0.0f;        // size of the text
  float width = 0.0f;
};

struct LessonPanelState {
  bool opened = false;    // since the last frame
  float overflow = 0.0f;  // pixels of the step's text that its panel has no room for
  LessonColumn column;
  Rect formula_card;  // of the formula over the view; empty: none
};

// Of the step that is shown, with its model's figures.
struct LessonStepState {
  std::vector<double> sliders;   // where they are, one each
  int held = -1;                 // the slider that is
  int playing = -1;              // the slider that goes to and fro by itself
  int toggles = -1;              // the slider that is to begin that, or to end it
  double phase = 0.0;            // of the one that plays: 0 at its low end, pi at its high one
  std::array<char, 48> typed{};  // the number that is the answer to the step's question
  bool typing_begins = false;    // digits go there that nobody clicked its field for
  bool behind = false;           // the cursor of that field is behind all that was typed
  vec2 mark_moves{0.0f};         // pixels that arrows move the mark in this frame
  LessonFigures figures;
  VertexRef
      kept_back;  // a question's picture without its lesson: whose place would tell the answer
};

// Its title; in a course "Course, 2 of 5: title". With a lesson open.
std::string lesson_head(const Frame& f);
// Width of the lesson's column, for all of its steps: as narrow as lets the longest one's text
// stand in a panel of that height, so that the view has the rest; `room` is the window's width and
// the panel's height. 0 without a lesson.
float lesson_width(const Frame& f, const vec2& room);
void draw_lesson_panel(Frame& f, const Rect& r);
// Where the open step's formula will be: for what is drawn before it.
void place_lesson_formula(Frame& f);
// The formula that the open step shows over the view, with this frame's numbers.
void draw_lesson_formula(Frame& f);
// Takes the sliders to where the scene has what they move.
void follow_sliders(Frame& f);
// Sliders of the open step, and the height that a step's take.
float lesson_sliders_height(const Frame& f, const LessonStep& step);
void draw_lesson_sliders(Frame& f, vec2 at, float width);
// The same in another window than the one where a slider goes to and fro by itself: there a click
// on its button is LessonStepState::toggles, and a hand on a slider ends LessonStepState::playing.
void draw_slider_rows(Frame& f, vec2 at, float width);
// The slider that goes to and fro, so many seconds on: what that asks of the document, before the
// frame that shows it. Nothing where none does, or it stands yet where it was.
std::optional<Edit> advance_slider(LessonStepState& s, const LessonPlan& plan, std::size_t step,
                                   const Scene& scene, double seconds);

}  // namespace bindpose::ui
