#include "ui/formula/formula_nodes.h"
#include "ui/ui.h"

namespace bindpose::ui {

void forget_model(UiState& state) {
  const UiState fresh;
  state.drag.reset();
  state.hot_handle = fresh.hot_handle;
  state.fields = fresh.fields;
  state.weights = fresh.weights;
  state.problems = fresh.problems;
  state.morph = fresh.morph;
  state.reach = fresh.reach;
  state.probe = fresh.probe;
  state.probe_row = -1;
  state.morph_search[0] = '\0';
  state.folded.clear();
  state.folded_for = nullptr;
  state.tree_anchor = fresh.tree_anchor;
  state.scroll_to_joint = fresh.scroll_to_joint;
  state.hover_from_tree = false;
  state.scroll_to_mesh = fresh.scroll_to_mesh;
  state.math.mesh = fresh.math.mesh;
  std::erase_if(state.math.kept, [](int symbol) { return index_of(symbol) != 0; });
  state.resume_after_scrub = false;
  state.gizmo_hidden = false;
  state.lesson_sliders.clear();
  state.lesson_slider = fresh.lesson_slider;
  state.lesson_figures = fresh.lesson_figures;
}

}  // namespace bindpose::ui
