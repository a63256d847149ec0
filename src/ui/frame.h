// What every panel of one frame works with. A panel's header has its state and its draw function;
// ui/ui_state.h puts the states together, ui.cpp calls the functions.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "ui/ui.h"
#include "view/colors.h"

namespace bindpose::ui {

struct Frame {
  UiState& state;
  const UiInput& input;
  UiOutput& out;
  const Theme& colors;
  float scale;
  Rect view;  // of the 3D view, set by the layout; of a pane while panes are drawn
  Deformer method =
      Deformer::Linear;             // of the pane that is drawn; in panels, of the one they tell of
  Mistake mistake = Mistake::None;  // of the pane that is drawn
  Rect whole{};                     // the 3D view with all its panes
  Rect seen{};  // the part of `view` that shows: less than all of it where a line splits the view
  bool other = false;  // it is of the other file of a comparison, and so is `input`: not edited
  const SurfaceMap* map = nullptr;     // on the surface of `view`; null: none
  std::optional<LegendMark> probed{};  // in its legend

  const Document& document() const { return input.document; }
  const Scene& scene() const { return input.document.scene(); }
  const Model* model() const { return scene().model.get(); }
  int selected() const { return model() && !drafting() ? scene().selection.joint : -1; }
  bool drafting() const { return scene().draft != nullptr; }
  // As it is on the surface, on bones and in the tree.
  vec3 joint_color(int joint) const {
    const auto j = static_cast<std::size_t>(joint);
    return j < input.bones.color.size() ? input.bones.color[j] : colors.text;
  }
  float px(float n) const { return n * scale; }
  Viewport viewport() const { return {view.size().x, view.size().y}; }

  void edit(Edit e, Phase phase = Phase::Once) { out.edits.push_back({std::move(e), phase}); }
  void set_view(const ViewSettings& view_settings) { edit(SetView{view_settings}); }
  void say(std::string text) {
    state.note.text = std::move(text);
    state.note.until = state.time + 2.0;
  }
};

}  // namespace bindpose::ui
