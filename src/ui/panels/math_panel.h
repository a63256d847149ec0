// The Math tab: the formula alive.
#pragma once

#include <cstddef>
#include <vector>

#include "ui/formula/large/formula_morph.h"

namespace bindpose::ui {

struct Frame;

// Symbols are those of ui/formula/formula_nodes.h.
struct MathState {
  std::vector<int> kept;  // symbols that stay unfolded, in the order of the clicks
  int pointed = -1;       // the symbol under the mouse
  // Of the large formula over the view: the symbol under the mouse, the clicked one that stays
  // unfolded, and the lesson's step that they belong to.
  int large_pointed = -1, large_kept = -1;
  std::size_t large_step = 0;
  FormulaMorph morph;  // of the large formula
  bool world_open = true, increment_open = false, chain_open = false, skin_open = true,
       vertex_open = true;
  bool normal_open = false, rigid_open = false;
};

struct MathOfModel {
  int mesh = 0;  // whose skin the matrices B and T are of
};

void draw_math_panel(Frame& f);
// Another model: letters of single joints and vertices do not stay unfolded, the others do.
void fold_indexed(MathState& state);

}  // namespace bindpose::ui
