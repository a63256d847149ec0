// The mouse in the viewer's 3D view: the pane that it works in, clicks, and what it is over.
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/viewer/viewer.h"
#include "view/panes.h"
#include "view/pick.h"

namespace bindpose::app {

Mouse Viewer::read_mouse() {
  const ImGuiIO& io = ImGui::GetIO();
  Mouse mouse;
  mouse.position = vec2(io.MousePos.x, io.MousePos.y);
  mouse.delta = {io.MouseDelta.x, io.MouseDelta.y};
  mouse.wheel = io.MouseWheel;
  for (int i = 0; i < 3; ++i) {
    mouse.pressed[i] = io.MouseClicked[i];
    mouse.down[i] = io.MouseDown[i];
  }
  mouse.shift = io.KeyShift;
  mouse.ctrl = io.KeyCtrl || io.KeySuper;
  return mouse;
}

void Viewer::handle_mouse(const ui::UiOutput& out, Mouse mouse) {
  const Scene& scene = document_.scene();
  mouse.position -= pane_corner_;
  const bool free = out.view_hovered && !out.gizmo_owns_mouse && scene.model != nullptr;
  const Navigation::Result moved = navigation_.update(camera_, viewport_, mouse, free);
  scene_dirty_ = scene_dirty_ || moved.moved;
  // A view that the user turned is the user's: no legend moves it.
  framed_ = framed_ && !moved.moved;
  if (lesson_ && moved.moved) lesson_->framed = false;
  hover_vertex(free, mouse);
  if (moved.click) click(*moved.click, mouse.ctrl);
  if (out.view_click) click(*out.view_click, mouse.ctrl);

  int hovered = -1;
  if (free && !navigation_.dragging() && scene.view.skeleton &&
      scene.selection.hovered_vertex.empty()) {
    hovered = pick_bone(bones_, camera_, viewport_, mouse.position, scale_, scene.selection);
  }
  if (!scene.model || navigation_.dragging() || hovered == scene.selection.hovered_joint) return;
  // The tree sets the hovered joint too, while the mouse is over one of its rows.
  if (free || !ImGui::GetIO().WantCaptureMouse) apply({SetHover{hovered}});
}

// What the probe is over. Only the tables and marks that lie over the picture change: it is not
// drawn anew.
void Viewer::hover_vertex(bool free, const Mouse& mouse) {
  const Scene& scene = document_.scene();
  const bool held = mouse.down[0] || mouse.down[1] || mouse.down[2] || navigation_.dragging();
  VertexRef over;
  if (scene.view.probe && free && !held && !document_.advancing()) {
    const auto hit =
        pick_surface(surface_, scene, posed_, pane_method_, camera_, viewport_, mouse.position);
    if (hit) over = {hit->mesh, hit->vertex};
  }
  if (over == scene.selection.hovered_vertex) return;
  document_.apply({SetHoverVertex{over}});
  frames_wanted_ = kSettleFrames;
}

// Pins the vertex under the mouse, or lets it go where there is none.
void Viewer::probe_click(const vec2& pixel) {
  const auto hit =
      pick_surface(surface_, document_.scene(), posed_, pane_method_, camera_, viewport_, pixel);
  apply({SetPinnedVertex{hit ? VertexRef{hit->mesh, hit->vertex} : VertexRef{}}});
  if (!hit) return;
  // Both tell of the vertex.
  if (ui_.right.tab != ui::InspectorTab::Math) ui_.right.tab = ui::InspectorTab::Weights;
  ui_.layout.right_open = true;
}

// A bone wins over the surface before it; a click on nothing lets the selection go.
void Viewer::click(const vec2& pixel, bool several) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  if (scene.view.probe) return probe_click(pixel);
  int joint = scene.view.skeleton
                  ? pick_bone(bones_, camera_, viewport_, pixel, scale_, scene.selection)
                  : -1;
  if (joint < 0 && scene.view.surface) {
    const auto hit = pick_surface(surface_, scene, posed_, pane_method_, camera_, viewport_, pixel);
    if (hit) joint = hit->joint;
  }
  ui_.of_model.tree.scroll_to = joint;
  ui_.of_model.gizmo.hidden = false;
  if (!several) {
    apply({SetSelection{joint}});
  } else if (joint >= 0) {
    apply({toggle_selected(scene.selection, joint)});
  }
}

// Where the view and its panes are; true: what the camera looks through has another size.
bool Viewer::place_panes(const ui::UiOutput& out) {
  const vec2 corner = glm::floor(out.view_pos), size = glm::floor(out.view_size);
  if (size != view_size_ || corner != view_corner_) scene_dirty_ = true;
  view_corner_ = corner;
  view_size_ = size;
  const std::vector<Pane> panes = layout_panes(document_.scene().view, {size.x, size.y});
  const Pane& active = panes[std::min(out.pane, panes.size() - 1)];
  pane_corner_ = corner + active.corner;
  pane_method_ = active.method;
  const Viewport viewport = active.viewport;
  const bool resized = viewport.width != viewport_.width || viewport.height != viewport_.height;
  viewport_ = viewport;
  return resized;
}

// What lies over the panes, as if over one: they share the camera. True: other cards than when the
// camera was framed. A line more or less in a legend moves no camera that is not framed `anew`
// anyway.
bool Viewer::place_cards(const ui::UiOutput& out, bool anew) {
  std::vector<ViewPart> now;
  for (const Pane& pane : layout_panes(document_.scene().view, {view_size_.x, view_size_.y})) {
    const vec2 size(pane.viewport.width, pane.viewport.height);
    for (const ui::Rect& card : out.cards) {
      const vec2 corner = view_corner_ + pane.corner;
      const ViewPart part{glm::max(card.lo - corner, vec2(0.0f)), glm::min(card.hi - corner, size)};
      if (part.lo.x < part.hi.x && part.lo.y < part.hi.y) now.push_back(part);
    }
  }
  const float line = 24.0f * scale_;
  const auto near = [line](const ViewPart& a, const ViewPart& b) {
    return glm::all(glm::lessThan(glm::abs(a.lo - b.lo), vec2(line))) &&
           glm::all(glm::lessThan(glm::abs(a.hi - b.hi), vec2(line)));
  };
  if (!anew && std::ranges::equal(now, cards_, near)) return false;
  cards_ = std::move(now);
  return true;
}

// The camera goes where framing puts it now: at once, or in so many seconds.
void Viewer::follow_frame(double seconds) {
  const Camera to = lesson_ && lesson_->framed ? step_camera()
                                               : frame_clear(camera_, viewport_, bounds(), cards_);
  if (seconds > 0.0) {
    navigation_.move_to(camera_, to, seconds);
  } else {
    navigation_.stop();
    camera_ = to;
  }
  scene_dirty_ = true;
  frames_wanted_ = kSettleFrames;
}

// A camera that framing or a lesson put in its place follows the view's size, and makes room for
// what lies over the view.
void Viewer::place_view(const ui::UiOutput& out) {
  const bool resized = place_panes(out);
  const std::optional<double> after = std::exchange(frame_after_, std::nullopt);
  const bool other_cards = place_cards(out, resized || after || frame_on_first_view_);
  if (frame_on_first_view_) {
    camera_ = Camera{};
    framed_ = true;
    frame_on_first_view_ = false;
    follow_frame(0.0);
    return;
  }
  if (!framed_ && !(lesson_ && lesson_->framed)) return;
  if (resized) {
    follow_frame(0.0);
  } else if (after) {
    follow_frame(*after);
  } else if (other_cards) {
    follow_frame(kMakeRoomSeconds);
  }
}

}  // namespace bindpose::app
