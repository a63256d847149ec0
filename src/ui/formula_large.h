// One formula large over the view, with the numbers of this frame: for lectures.
#pragma once

#include <optional>
#include <string_view>

#include "ui/frame.h"

namespace bindpose::ui {

enum class FormulaKind { World, Skin, Vertex, Normal, Rigid };

// By the words of kFormulaWords, which lessons use.
inline constexpr std::string_view kFormulaWords[] = {"world", "skin", "vertex", "normal", "rigid"};
std::optional<FormulaKind> formula_of(std::string_view word);

// Over the view, on a card in the middle of `room` (pixels), capitals 0.7 `size` high; larger where
// there is room, smaller where it would not fit. Returns the card's rectangle, an empty one where there is nothing
// to show: no joint is selected and no vertex pinned. Its symbols can be pointed at and clicked, as in the
// Math tab: in place of the numbers it then shows the one, its words, and its thing is lit in the view
// (UiState::highlight). Call after begin_frame, outside of windows, before draw_highlight.
Rect draw_formula(Frame& f, FormulaKind which, const Rect& room, float size);

}  // namespace bindpose::ui
