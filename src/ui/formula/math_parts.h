// The pieces of the Math tab: a formula whose symbols can be pointed at, and what unfolds below it.
#pragma once

#include "ui/formula/math_values.h"
#include "ui/formula/typeset_draw.h"

namespace bindpose::ui {

struct MathContext {
  Frame& f;
  const FormulaValues& values;
  FormulaInks inks;
  Measure measure;
  int pointed = -1;  // found in this frame
};

// In the middle of a raised ground as wide as the panel. Sets MathContext::pointed, and keeps or
// lets go of what is clicked.
void draw_formula_line(MathContext& c, const char* id, const Node& formula);
// Unfolds what is kept or pointed at among `symbols`; where there is nothing of it, `resting` (or
// nothing, where that is -1).
void draw_unfolded(MathContext& c, const std::vector<int>& symbols, int resting);
// One matrix: title, numbers, words. Copies when it is clicked, or with Ctrl+C under the mouse.
void draw_matrix_block(MathContext& c, int symbol, const Node& title, const std::string& meaning,
                       const mat4& m);
// A letter, its numbers, and below them what they say, as text_of() has them; nothing where it has
// none. Copies when it is clicked.
void draw_value(MathContext& c, int symbol, const Node& letter);
void draw_value(MathContext& c, Symbol symbol);
// Text that wraps at the panel's edge.
void draw_words(MathContext& c, const std::vector<std::string>& words);
void paragraph(const Frame& f, const std::string& words);

// Sections of files of their own.
void draw_vertex(MathContext& c);
void draw_normal(MathContext& c);
void draw_rigid(MathContext& c);

// Ctrl+C, unless it belongs to a text field.
bool copy_keys();
bool is_kept(const UiState& state, int symbol);
void toggle_kept(UiState& state, int symbol);

}  // namespace bindpose::ui
