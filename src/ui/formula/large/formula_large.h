// One formula large over the view, with the numbers of this frame: for lectures.
#pragma once

#include <optional>
#include <string_view>

#include "ui/frame.h"

namespace bindpose::ui {

// Walk: the stage of ViewSettings::walker; the walker itself shows it, no lesson names it.
enum class FormulaKind { World, Skin, Vertex, Normal, Rigid, Chain, Weights, Walk };

// By the words of kFormulaWords, which lessons use.
inline constexpr std::string_view kFormulaWords[] = {"world", "skin",  "vertex", "normal",
                                                     "rigid", "chain", "weights"};
std::optional<FormulaKind> formula_of(std::string_view word);

// How large a formula is set, pixels.
struct FormulaSize {
  float type = 16.0f;   // its type (em); larger where there is room, smaller where it would not fit
  float least = 0.0f;   // numbers are at least so large, as far as the room allows
  float height = 0.0f;  // of the card, if the numbers can be that large in it
  float highest = 0.0f;  // else
};

// Over the view, on a card at the foot of `room` (pixels), products of matrices in as many lines as
// they need. Returns the card's rectangle, an empty one where there is nothing to show: no joint is
// selected and no vertex pinned. Its symbols can be pointed at and clicked, as in the Math tab: in
// place of the numbers it then shows the one, its words, and its thing is lit in the view
// (UiState::highlight). UiOutput::cards gets the card as it is while nothing is pointed at. Call
// after begin_frame, outside of windows, before draw_highlight.
Rect draw_formula(Frame& f, FormulaKind which, const Rect& room, const FormulaSize& wanted);
// Where that card comes to lie while nothing of it is pointed at; empty likewise.
Rect formula_place(const Frame& f, FormulaKind which, const Rect& room, const FormulaSize& wanted);

}  // namespace bindpose::ui
