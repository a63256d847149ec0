// What every panel of one frame works with.
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
      Deformer::Linear;  // of the pane that is drawn; in panels, of the one they tell of
  Rect whole{};          // the 3D view with all its panes
  Rect seen{};  // the part of `view` that shows: less than all of it where a line splits the view
  const SurfaceMap* map = nullptr;     // on the surface of `view`; null: none
  std::optional<LegendMark> probed{};  // in its legend

  const Document& document() const { return input.document; }
  const Scene& scene() const { return input.document.scene(); }
  const Model* model() const { return scene().model.get(); }
  int selected() const { return model() ? scene().selection.joint : -1; }
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
    state.note = std::move(text);
    state.note_until = state.time + 2.0;
  }
};

// Panels and bars; each draws into the rectangle that the layout gives it.
void draw_menu_bar(Frame& f);
void draw_left_panel(Frame& f, const Rect& r);
void draw_joint_tree(Frame& f);
void draw_mesh_list(Frame& f);
void draw_report(Frame& f);
// Rows of the report: what is wrong with the weights, with counts; none where nothing is.
int problem_rows(Frame& f);
void draw_weight_problems(Frame& f);
// What the dots in the view are, at its upper edge.
void draw_vertex_title(Frame& f);
void draw_right_panel(Frame& f, const Rect& r);
void draw_joint_panel(Frame& f);
void draw_weights_panel(Frame& f);
void draw_bind_section(Frame& f);
void draw_math_panel(Frame& f);
// The pinned vertex's table, at the head of the weights.
void draw_probe_panel(Frame& f);
// Candidates and dots of the probed vertex in a pane.
void draw_probe(Frame& f, bool active);
// Beside the mouse, the table of the vertex under it; `f` is of the pane that the mouse is in. Over
// all panes.
void draw_probe_table(Frame& f);
void draw_morph_panel(Frame& f);
void draw_timeline(Frame& f, const Rect& r);
void draw_status_bar(Frame& f, const Rect& r);
void draw_toolbar(Frame& f);
void draw_help(Frame& f);
void draw_about(Frame& f);
void draw_message(Frame& f);
void draw_busy(Frame& f);
void draw_empty_hint(Frame& f);
void draw_file_browser(Frame& f);

// Under the panels, on ImGui's background list.
void draw_overlays(Frame& f);       // once for the whole view
void draw_pane_overlays(Frame& f);  // in every pane
void draw_gizmo(Frame& f, bool active);
// What the formulas point at (UiState::highlight), over the gizmo.
void draw_highlight(Frame& f);
// The drag's state machine: hover, grab, move, release, cancel.
void update_gizmo(Frame& f);

void open_browser(Frame& f, BrowserPurpose purpose);

}  // namespace bindpose::ui
