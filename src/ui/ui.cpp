#include "ui/ui.h"

#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/commands/menu.h"
#include "ui/draft/draft_tool.h"
#include "ui/explain/chord_draw.h"
#include "ui/explain/curves_card.h"
#include "ui/explain/walker.h"
#include "ui/frame.h"
#include "ui/frame_end.h"
#include "ui/lesson/answer_card.h"
#include "ui/overlays/distance_draw.h"
#include "ui/overlays/letters.h"
#include "ui/overlays/message_place.h"
#include "ui/overlays/overlays.h"
#include "ui/overlays/pane_controls.h"
#include "ui/overlays/probe_draw.h"
#include "ui/overlays/toolbar.h"
#include "ui/palette/palette.h"
#include "ui/table/table_panel.h"
#include "ui/timeline/motion_draw.h"

namespace bindpose::ui {

namespace {

void draw_chrome(Frame& f, const Layout& l) {
  draw_menu_bar(f);
  // Fixed windows lie over those made after them: the splitters have to come before the panels.
  const bool lesson = f.input.lesson != nullptr;
  if (l.left.size().x > 0.0f && !lesson) draw_splitter(f, l, true);
  if (l.right.size().x > 0.0f) draw_splitter(f, l, false);
  if (lesson) draw_lesson_panel(f, l.left);
  if (l.left.size().x > 0.0f && !lesson) draw_left_panel(f, l.left);
  if (l.right.size().x > 0.0f) draw_right_panel(f, l.right);
  if (l.table.size().y > 0.0f) draw_table(f, l.table);
  draw_timeline(f, l.timeline);
  draw_status_bar(f, l.status);
  draw_message(f);  // over the names of panes
  if (f.model()) draw_toolbar(f);
  draw_pane_controls(f);
  draw_empty_hint(f);
  draw_busy(f);
  draw_help(f);
  draw_letters(f);
  draw_history(f);
  draw_about(f);
  draw_file_browser(f);
  draw_settings(f);
  draw_take(f);
  draw_film_dialog(f);
  draw_palette(f);
  draw_joint_menu(f);
  draw_draft_menu(f);
  keep_symmetry_of_poses(f);
  draw_ask(f);
}

// In presenter mode the menus come over the view: by F10, or where the mouse goes to the upper
// edge.
bool shows_menus(Frame& f) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float reach = f.state.menu_bar_shown ? ImGui::GetFrameHeight() + f.px(16) : f.px(2);
  const bool near = ImGui::IsMousePosValid(&mouse) && mouse.y < reach;
  f.state.menu_bar_shown = f.state.presenter && (near || f.state.focus.popup);
  return f.state.menu_bar_shown || f.state.focus.menus;
}

// What stays without bars and panels: the lesson, and what has to be said.
void draw_bare(Frame& f, const Layout& l) {
  if (f.state.chrome && shows_menus(f)) draw_menu_bar(f);
  if (f.input.lesson != nullptr) draw_lesson_panel(f, l.left);
  if (!f.state.chrome) return;
  draw_message(f);
  draw_pane_controls(f);
  draw_note(f);
  draw_busy(f);
  draw_help(f);
  draw_letters(f);
  draw_history(f);
  draw_about(f);
  draw_file_browser(f);
  draw_settings(f);
  draw_film_dialog(f);
  draw_palette(f);
  draw_ask(f);
}

bool over_free_view(const Frame& f) {
  const ImGuiIO& io = ImGui::GetIO();
  const vec2 mouse = from_im(io.MousePos);
  const bool inside = mouse.x >= f.view.lo.x && mouse.y >= f.view.lo.y && mouse.x < f.view.hi.x &&
                      mouse.y < f.view.hi.y;
  return inside && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow) &&
         !ImGui::IsAnyItemActive() &&
         !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void draw_black(Frame& f) {
  f.state.black = f.state.black && f.state.presenter;
  // Beside the speaker's window, who speaks goes on seeing what is drawn: the window alone is
  // black.
  if (!f.state.black || f.state.speaker) return;
  ImGui::GetForegroundDrawList()->AddRectFilled(ImVec2(0, 0), ImGui::GetIO().DisplaySize,
                                                IM_COL32_BLACK);
}

}  // namespace

UiOutput draw(UiState& state, const UiInput& input) {
  UiOutput out;
  state.time += static_cast<double>(ImGui::GetIO().DeltaTime);
  if (state.record_rects) state.rects.clear();
  state.highlight = {};
  Frame f{state, input, out, theme(input.document.scene().view.dark), state.scale, {}};
  const Layout l = lay_out(f);
  f.view = f.seen = f.whole = l.view;
  f.method = method_of(f, panes_of(f)[focused_pane(f)]);
  f.map = input.map;
  f.probed = input.probed;
  out.view_pos = l.view.lo;
  out.view_size = l.view.size();
  mark(f, "view", "", l.view);
  begin_focus(f);
  keep_mouse_for_drag(f);

  // The panel of a slider that is held may have gone.
  if (state.of_model.reach.held && !state.of_model.reach.in_view && !ImGui::IsAnyItemActive())
    drop_radius(f, false);
  // Escape that ends a drag or a typed number must not close something else in the same frame.
  const bool was_held =
      state.of_model.gizmo.drag.has_value() || state.of_model.fields.active ||
      state.of_model.probe.slider.joint >= 0 || state.of_model.reach.held || state.box.held ||
      state.of_model.vertices.held || state.of_model.paint.busy() ||
      state.of_model.chosen_weights.held || state.of_model.draft.grab ||
      ((state.box.armed || state.of_model.vertices.brush || state.of_model.paint.on) &&
       key_pressed(Key::Escape)) ||
      state.of_model.poses.busy() || state.of_model.timeline.is_held() ||
      state.of_model.table.typing;
  const bool was_modal = state.has_dialog();
  place_lesson_formula(f);  // the tools end above it
  place_walker(f);
  if (state.chrome && !state.presenter) {
    draw_chrome(f, l);
  } else {
    draw_bare(f, l);
  }
  draw_lesson_formula(f);  // axes, legend and keys stand above it
  draw_walker(f);
  draw_curves_card(f);
  draw_pressed_keys(f);
  out.view_hovered = over_free_view(f);
  choose_pane(f);
  const GizmoState& dragged = f.state.of_model.gizmo;
  const bool handles = !dragged.hidden && !state.select_only && !f.scene().view.probe &&
                       !f.scene().view.vertices && !state.of_model.vertices.brush &&
                       !state.of_model.paint.on && !f.drafting();
  const bool gizmo = f.state.gizmo && (handles || dragged.drag || dragged.wanted);
  const bool aside = in_other_file(f);  // handles stay where they are, and nothing else
  for_each_pane(f, [gizmo, aside](Frame& pane, bool active) {
    const bool handled = gizmo && (active || (aside && !pane.other));
    draw_motion(pane);
    if (handled && !pane.state.box.armed && !pane.state.box.held) update_gizmo(pane);
    if (active) update_draft(pane);
    if (active) update_vertex_brush(pane);
    if (active) update_painting(pane);
    const OfModel& tools = pane.state.of_model;
    if (active && !tools.vertices.brush && !tools.paint.on) update_box_select(pane);
    if (active) update_capsules(pane);
    if (handled) draw_limits(pane);
    if (handled) draw_gizmo(pane);
    draw_held(pane);
    if (!pane.other) draw_draft(pane);
    draw_pane_overlays(pane);
    if (!pane.other) draw_chord(pane);
    if (!pane.other) draw_highlight(pane);
    if (!pane.other) draw_probe(pane, active);
    draw_guess(pane, active);
    draw_distances(pane);
    if (active) draw_radius(pane);
    if (active) draw_box_select(pane);
    if (active) draw_vertex_brush(pane);
    if (active) draw_painting(pane);
  });
  draw_overlays(f);
  note_words(f);
  for_each_pane(f, [](Frame& pane, bool active) {
    if (active) draw_probe_table(pane);
  });
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool held = was_held || state.of_model.gizmo.drag || state.of_model.fields.active ||
                    state.of_model.probe.slider.joint >= 0 || state.of_model.poses.busy();
  if (!held || (typing && !state.of_model.gizmo.drag)) dispatch_keys(f, was_modal);
  end_focus(f);
  draw_black(f);
  end_frame(f);
  return out;
}

}  // namespace bindpose::ui
