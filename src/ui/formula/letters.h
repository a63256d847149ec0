// The small pieces that all formulas are put together from.
#pragma once

#include "ui/formula/formula_nodes.h"

namespace bindpose::ui {

inline constexpr const char* kMinus = "\xE2\x80\x93";  // an en dash: every face has it

inline Node upright(const char* letters, const Ink& ink) {
  return text(letters, Face::Upright, ink);
}
inline Node italic(const char* letters, const Ink& ink) {
  return text(letters, Face::Italic, ink);
}
// With the spaces that operators have around them.
inline Node operation(const char* sign, const Ink& ink) {
  return row({space(0.28f), upright(sign, ink), space(0.28f)});
}
inline Node equals(const FormulaInks& inks) {
  return operation("=", inks.dim);
}
inline Node thin() {
  return space(0.16f);
}

}  // namespace bindpose::ui
