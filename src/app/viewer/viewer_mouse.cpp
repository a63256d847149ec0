// The mouse in the viewer's 3D view: the pane that it works in, clicks, and what it is over.
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/viewer/viewer.h"
#include "scene/vertices/choose.h"
#include "scene/weight_problems.h"
#include "view/lesson_camera.h"
#include "view/panes.h"
#include "view/pick.h"

namespace bindpose::app {

void Viewer::handle_mouse(const ui::UiOutput& out, Mouse mouse) {
  const Scene& scene = document_.scene();
  const bool free = out.view_hovered && !out.gizmo_owns_mouse && scene.model != nullptr;
  const Navigation::Result moved = framing_.use_mouse(mouse, free);
  if (moved.moved) pace_.redraw_view();
  mouse.position -= framing_.pane_corner();
  // A press may become a click: by then what it asks for is there.
  picks_.prepare(scene, free && (mouse.pressed[0] || mouse.pressed[2]), compare_,
                 free && framing_.pane_other() && mouse.pressed[0]);
  hover_vertex(free, mouse);
  const bool several = mouse.ctrl || mouse.shift;
  if (moved.click) click(*moved.click, several);
  if (out.view_click) click(*out.view_click, several);
  if (moved.menu) open_joint_menu(*moved.menu);

  int hovered = -1;
  const bool paints = ui_.of_model.paint.on && !mouse.alt;  // a click is the brush's, no joint's
  if (free && !framing_.dragging() && scene.view.skeleton && !paints &&
      scene.selection.hovered_vertex.empty()) {
    hovered = picks_.bone(file(), compare_, framing_, mouse.position, fonts_.scale());
  }
  if (!scene.model || framing_.dragging() || hovered == scene.selection.hovered_joint) return;
  // The tree sets the hovered joint too, while the mouse is over one of its rows.
  if (free || !ImGui::GetIO().WantCaptureMouse) apply({SetHover{hovered}});
}

std::optional<SurfaceHit> Viewer::surface_at(const vec2& pixel, PanePick::When when) {
  return picks_.surface(file(), compare_, framing_, pixel, when);
}

int Viewer::joint_at(const vec2& pixel) {
  return picks_.joint(file(), compare_, framing_, pixel, fonts_.scale());
}

// What the probe is over. Only the tables and marks that lie over the picture change: it is not
// drawn anew.
void Viewer::hover_vertex(bool free, const Mouse& mouse) {
  const Scene& scene = document_.scene();
  const bool held = mouse.down[0] || mouse.down[1] || mouse.down[2] || framing_.dragging();
  VertexRef over;
  // The tables tell of the open model's vertices.
  if (scene.view.probe && free && !held && !framing_.pane_other() && !document_.advancing()) {
    const auto hit = surface_at(mouse.position, PanePick::When::IfQuick);
    if (hit) over = {hit->mesh, hit->vertex};
  }
  if (over == scene.selection.hovered_vertex) return;
  document_.apply({SetHoverVertex{over}});
  pace_.settle();
}

// Pins the vertex under the mouse, or lets it go where there is none.
void Viewer::probe_click(const vec2& pixel) {
  if (framing_.pane_other())
    return notices_.note("The probe tells of vertices of A: point at them there.");
  const auto hit = surface_at(pixel, PanePick::When::Now);
  apply({SetPinnedVertex{hit ? VertexRef{hit->mesh, hit->vertex} : VertexRef{}}});
  if (!hit) return;
  // Both tell of the vertex.
  if (ui_.right.tab != ui::InspectorTab::Math) ui_.right.tab = ui::InspectorTab::Weights;
  ui_.layout.right_open = true;
}

// The vertex there, with those at the same place; again it is let go where several are chosen.
void Viewer::vertex_click(const vec2& pixel, bool several) {
  const Scene& scene = document_.scene();
  if (framing_.pane_other()) return notices_.note("Vertices are chosen on A: click there.");
  const auto hit = surface_at(pixel, PanePick::When::Now);
  if (!hit) {
    if (!several) apply({SelectVertices{}});
    return;
  }
  VertexLists at = at_place_of(scene, {hit->mesh, hit->vertex});
  if (!several) {
    apply({SelectVertices{chosen_vertices(std::move(at))}});
    return;
  }
  const VertexLists now = vertices_of(scene, scene.selection.vertices);
  const bool in = bindpose::count_of(without(at, now)) == 0;
  apply({ReselectVertices{in ? ReselectVertices::Remove : ReselectVertices::Add, 1, -1,
                          std::make_shared<const VertexLists>(std::move(at))}});
}

// Of what is selected, where the joint is in it; else it is selected first.
void Viewer::open_joint_menu(const vec2& pixel) {
  const Scene& scene = document_.scene();
  if (!scene.model || scene.draft || scene.view.probe || scene.view.vertices ||
      ui_.of_model.paint.on || ui_.presenter)
    return;
  const int joint = joint_at(pixel);
  if (joint < 0) return;
  if (!is_selected(scene.selection, joint)) {
    ui_.of_model.tree.scroll_to = joint;
    apply({SetSelection{joint}});
  }
  ui_.palette.joint_menu = true;
  pace_.settle();
}

// A click on nothing lets the selection go; a second one on a joint frames it.
void Viewer::click(const vec2& pixel, bool several) {
  constexpr float kMarkReach = 11.0f;  // of a cross that a click takes away
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  const PlaceGuess guess = place_guess(framing_.camera(), framing_.viewport(), pixel);
  const float near = kMarkReach * fonts_.scale();
  const auto meets = [&](const PlaceGuess& mark) {
    const PlannedPrediction& asked = *session_.step().predict;
    const vec3 place(scene.model->to_display * vec4(asked_place(asked, scene, posed_), 1.0f));
    const vec3 at = project(framing_.camera(), framing_.viewport(), place_at_depth(mark, place));
    return at.z > 0.0f && glm::distance(vec2(at), pixel) <= near;
  };
  if (session_.guess_at(guess, meets)) {
    pace_.settle();
    return;
  }
  if (scene.draft) return draft_click(pixel);
  if (scene.view.probe) return probe_click(pixel);
  if (scene.view.vertices) return vertex_click(pixel, several);
  const int joint = joint_at(pixel);
  if (joint < 0 && ui_.of_model.paint.on) return;  // beside the model: the joint stays
  ui_.of_model.tree.scroll_to = joint;
  ui_.of_model.gizmo.hidden = false;
  if (!several) {
    const bool again = joint >= 0 && joint == scene.selection.joint;
    apply({SetSelection{joint}});
    if (again && ImGui::GetIO().MouseClickedLastCount[0] == 2) {
      ui::Requests frame;
      frame.frame_selection = true;
      handle_camera(frame);
    }
  } else if (joint >= 0) {
    apply({toggle_selected(scene.selection, joint)});
  }
}

}  // namespace bindpose::app
