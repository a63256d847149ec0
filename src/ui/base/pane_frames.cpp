#include "ui/base/pane_frames.h"

#include <algorithm>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

std::vector<Pane> panes_of(const Frame& f) {
  const vec2 size = glm::floor(f.view.size());
  return layout_panes(f.scene().view, {size.x, size.y});
}

Deformer method_of(const Frame& f, const Pane& pane) {
  const VertexRef& at = f.scene().selection.probed();
  if (f.scene().model && has_vertex(*f.scene().model, at)) {
    return deformer_of(f.scene(), at.mesh, pane.method);
  }
  return deformer_of(f.scene(), pane.method);
}

namespace {

Frame frame_of_file(const Frame& f, const Pane& pane) {
  if (!pane.other || !f.input.compared.on()) return f;
  Frame out{f.state, *f.input.compared.other, f.out, f.colors, f.scale, f.view};
  out.other = true;
  out.whole = f.whole;
  out.map = out.input.map;
  return out;
}

}  // namespace

Frame pane_frame(const Frame& f, const Pane& pane) {
  Frame out = frame_of_file(f, pane);
  const vec2 corner = glm::floor(f.view.lo);
  out.view.lo = corner + pane.corner;
  out.view.hi = out.view.lo + vec2(pane.viewport.width, pane.viewport.height);
  out.method = method_of(out, pane);
  out.mistake = pane.mistake;
  out.seen = {corner + pane.shown_from, corner + pane.shown_to};
  if (pane.show != f.scene().view.show) {
    out.map = f.input.map_beside;
    out.probed = f.input.probed_beside;
  }
  return out;
}

std::size_t focused_pane(const Frame& f) {
  const Selection& s = f.scene().selection;
  const bool pointed = s.pinned_vertex.empty() && !s.hovered_vertex.empty();
  return std::min(pointed ? f.state.panes.active : f.state.panes.focused, panes_of(f).size() - 1);
}

std::string told_pane_text(const Frame& f) {
  const std::size_t pane = focused_pane(f);
  const Panes panes = f.scene().view.panes;
  if (panes == Panes::One || f.scene().view.other_file) return "";
  if (panes == Panes::Split) return pane == 0 ? "the left side" : "the right side";
  return "pane " + std::to_string(pane + 1) + " of " + std::to_string(panes_of(f).size());
}

void for_each_pane(const Frame& f, const std::function<void(Frame&, bool)>& draw) {
  const std::vector<Pane> panes = panes_of(f);
  for (std::size_t i = 0; i < panes.size(); ++i) {
    Frame pane = pane_frame(f, panes[i]);
    draw(pane, i == f.state.panes.active && !pane.other);
  }
}

bool in_other_file(const Frame& f) {
  const std::vector<Pane> panes = panes_of(f);
  return panes[std::min(f.state.panes.active, panes.size() - 1)].other;
}

void choose_pane(Frame& f) {
  const std::vector<Pane> panes = panes_of(f);
  const ImGuiIO& io = ImGui::GetIO();
  bool held = f.state.of_model.gizmo.drag.has_value() || f.state.box.held;
  for (int b = 0; b < 3; ++b) held = held || (io.MouseDown[b] && !io.MouseClicked[b]);
  if (!held) f.state.panes.active = pane_at(panes, from_im(io.MousePos) - glm::floor(f.view.lo));
  f.state.panes.active = std::min(f.state.panes.active, panes.size() - 1);
  f.out.pane = f.state.panes.active;
  bool clicked = false;
  for (int b = 0; b < 3; ++b) clicked = clicked || io.MouseClicked[b];
  if (!clicked || !f.out.view_hovered || f.state.panes.focused == f.state.panes.active) return;
  f.state.panes.focused = f.state.panes.active;
  f.out.wants_next_frame = true;  // panels are drawn before the panes
}

}  // namespace bindpose::ui
