// A formula within a line of text: subscripts, superscripts, Greek letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/formula/typeset.h"

namespace bindpose::ui {

// Text of one size at one height. `level`: 0 on the line, -1 a subscript, 1 a superscript.
struct FormulaRun {
  std::string text;
  int level = 0;
  bool same_place = false;  // begins where the run before it began: T_j^-1
};

// "T_j = W_j B_j^{-1}": _ and ^ take the next character, or what stands in braces; \sum, \cdot and
// the names of Greek letters become signs.
std::vector<FormulaRun> formula_runs(std::string_view formula);

// The same as a tree of type: single small letters and indices slanted, matrices and words upright,
// a sum with what it runs over below it.
Node formula_node(std::string_view formula, const Ink& ink);

}  // namespace bindpose::ui
