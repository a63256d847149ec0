// The large formula on its card, as something that can be pointed at.
#pragma once

#include <vector>

#include "ui/formula/large/formula_morph.h"
#include "ui/formula/math_values.h"
#include "ui/formula/typeset_draw.h"

namespace bindpose::ui {

struct LargeLine {
  const Typeset* line;
  vec2 at{0.0f};         // left end of the baseline, pixels
  bool numbers = false;  // gives its place to what is unfolded
};

struct LargeFormula {
  Frame& f;
  const FormulaValues& values;
  const FormulaInks& inks;
  const Measure& measure;
  FormulaMorph& morph;
  float size, most;  // of the type, and the largest for what unfolds; pixels
  Rect room;         // that the card may take
  Rect card;         // around all lines
  std::vector<LargeLine> lines{};
};

// Draws it, in a window of its own, and sees to the mouse. A letter of a formula that is pointed
// at, or was clicked, unfolds where the numbers stand: the formula itself stays where it is.
// Numbers light up what they are, and a click or Ctrl+C copies them. Returns the card as it is with
// nothing unfolded.
Rect draw_large(const LargeFormula& large);

}  // namespace bindpose::ui
