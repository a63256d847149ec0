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

// Letter and index j.
inline Node of_joint(const char* letters, const Ink& ink, Face face = Face::Upright) {
  return script(text(letters, face, ink), italic("j", ink));
}
// Letter and index i: what is of the vertex at hand.
inline Node of_vertex(const char* letter, const Ink& ink) {
  return script(italic(letter, ink), italic("i", ink));
}
// The same after the pose: v'_i.
inline Node posed_vertex(const char* letter, const Ink& ink) {
  return primed(italic(letter, ink), italic("i", ink));
}
// Letter and index p(j).
inline Node of_parent(const char* letters, const Ink& ink, const Ink& joint,
                      Face face = Face::Upright) {
  return script(text(letters, face, ink),
                row({italic("p", ink), upright("(", ink), italic("j", joint), upright(")", ink)}));
}
// Ul and its index. The letter l leans, or it would be taken for a capital i.
inline Node user_local(const char* index, Face face, const Ink& ink) {
  return script(row({upright("U", ink), italic("l", ink)}), text(index, face, ink));
}

}  // namespace bindpose::ui
