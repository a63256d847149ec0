// From one large formula to another: letters that both have go from their place in the one to that
// in the other, what only one has fades.
#pragma once

#include <imgui.h>

#include <vector>

#include "ui/base/rect.h"
#include "ui/formula/typeset.h"

namespace bindpose::ui {

inline constexpr double kMorphSeconds = 0.6;

// A formula where it stands in the window, taken apart.
struct FormulaShapes {
  std::vector<Run> runs;  // letters and numbers; Run::at in pixels of the window
  std::vector<Stroke> strokes;
  Rect card;

  bool empty() const { return runs.empty() && strokes.empty(); }
  void add(const Typeset& line, const vec2& at);
};

// What becomes of a run of the second formula: it comes from that of the first, or -1.
// Letters go to letters alike of the same face, nearest first, each at most once. Numbers are
// others in each formula: they go to each other, in their order, where both formulas have as many.
std::vector<int> morph_partners(const FormulaShapes& from, const FormulaShapes& to);

// t in [0, 1], eased at both ends here: where the card is, and the picture.
Rect morph_card(const FormulaShapes& from, const FormulaShapes& to, float t);
void paint_morph(ImDrawList* list, const FormulaShapes& from, const FormulaShapes& to, float t);

// Of the large formula over the view.
struct FormulaMorph {
  bool wanted = false;    // the next formula comes from the one that is shown, not at once
  FormulaShapes shown;    // in the last frame
  FormulaShapes from;     // while it goes on
  double elapsed = -1.0;  // seconds; negative: nothing goes on

  bool on() const { return elapsed >= 0.0; }
  float part() const { return static_cast<float>(elapsed / kMorphSeconds); }
};

// Once a frame, with what the frame shows without a morph (empty: no formula), after `dt` seconds:
// begins one, ends one, and keeps `now`. `now` may move while it goes on, as numbers change.
void follow_morph(FormulaMorph& morph, FormulaShapes now, double dt);

}  // namespace bindpose::ui
