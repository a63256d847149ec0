#include "ui/select/box_select.h"

#include <algorithm>
#include <vector>

#include "scene/numerals.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/select/vertex_select.h"
#include "view/bones.h"

namespace bindpose::ui {

namespace {

constexpr float kLeastPixels = 4.0f;  // a press that moved less is a click, as in app's navigation

Rect box_of(const Frame& f) {
  const vec2 a = f.state.box.from, b = from_im(ImGui::GetIO().MousePos);
  return {glm::min(a, b), glm::max(a, b)};
}

bool is_drawn_out(const Frame& f) {
  const vec2 size = box_of(f).size();
  return f.state.box.held && std::max(size.x, size.y) > kLeastPixels;
}

// Whose origin is seen there.
std::vector<int> joints_in(const Frame& f, const Rect& box) {
  const std::vector<std::uint8_t>& is_joint = joint_flags(f.scene()).is_joint;
  std::vector<int> out;
  for (int j = 0; j < f.model()->skeleton.size(); ++j) {
    if (!is_joint[static_cast<std::size_t>(j)] || !is_drawn(f.scene(), j)) continue;
    if (is_joint_hidden(f.scene(), j)) continue;
    const vec3 p =
        project(f.input.camera, f.viewport(), joint_position(f.scene(), f.input.posed, j));
    const vec2 at = f.view.lo + vec2(p);
    const bool inside =
        at.x >= box.lo.x && at.y >= box.lo.y && at.x <= box.hi.x && at.y <= box.hi.y;
    if (p.z > 0.0f && inside) out.push_back(j);
  }
  return out;
}

void select_in(Frame& f, const Rect& box) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool ctrl = (io.KeyCtrl || io.KeySuper) && !f.state.box.by_ctrl;
  const bool adds = io.KeyShift;
  if (f.scene().view.vertices) return select_vertices_in(f, box, adds, ctrl);
  const Selection& now = f.scene().selection;
  std::vector<int> all;
  if (f.selected() >= 0 && (adds || ctrl)) {
    all.push_back(f.selected());
    all.insert(all.end(), now.also.begin(), now.also.end());
  }
  const std::vector<int> in = joints_in(f, box);
  if (ctrl && !adds) {
    std::erase_if(all, [&in](int j) { return std::ranges::find(in, j) != in.end(); });
  } else {
    all.insert(all.end(), in.begin(), in.end());
  }
  f.state.of_model.gizmo.hidden = false;
  const int first = all.empty() ? -1 : all.front();
  if (!all.empty()) all.erase(all.begin());
  f.state.of_model.tree.scroll_to = first;
  f.edit(SetSelection{first, std::move(all)});
}

void begin_box(Frame& f) {
  BoxSelect& box = f.state.box;
  const ImGuiIO& io = ImGui::GetIO();
  const bool ctrl = io.KeyCtrl || io.KeySuper;
  const bool left_is_free = f.state.settings.orbit != static_cast<int>(OrbitMouse::Left);
  const bool wanted = box.armed || (!io.KeyAlt && !f.scene().view.probe && (ctrl || left_is_free));
  if (!wanted || !f.out.view_hovered || f.out.gizmo_owns_mouse || !ImGui::IsMouseClicked(0)) return;
  box.held = true;
  box.by_ctrl = ctrl && !box.armed && !left_is_free;
  box.from = from_im(io.MousePos);
}

}  // namespace

void update_box_select(Frame& f) {
  BoxSelect& box = f.state.box;
  if (!f.model() || f.state.has_dialog() || f.state.of_model.gizmo.drag) {
    box = {};
    return;
  }
  if (!box.held) begin_box(f);
  const bool busy = box.armed || is_drawn_out(f);
  if (busy && (key_pressed(Key::Escape) || ImGui::IsMouseClicked(1))) {
    box = {};
    f.out.gizmo_owns_mouse = true;
    return;
  }
  f.out.gizmo_owns_mouse = f.out.gizmo_owns_mouse || busy;
  if (!box.held || ImGui::GetIO().MouseDown[0]) return;
  if (is_drawn_out(f)) select_in(f, box_of(f));
  box = {};
}

void draw_box_select(Frame& f) {
  const BoxSelect& box = f.state.box;
  const bool drawn = is_drawn_out(f);
  if (!box.armed && !drawn) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  list->PushClipRect(im(f.view.lo), im(f.view.hi), true);
  if (drawn) {
    const Rect r = box_of(f);
    list->AddRectFilled(im(r.lo), im(r.hi), to_u32(f.colors.accent, 0.12f));
    compat::draw_rect(list, im(r.lo), im(r.hi), to_u32(f.colors.accent, 0.9f), 0.0f, f.px(1.25f));
  } else {
    const ImU32 ink = to_u32(f.colors.accent, 0.6f);
    list->AddLine(ImVec2(f.view.lo.x, mouse.y), ImVec2(f.view.hi.x, mouse.y), ink);
    list->AddLine(ImVec2(mouse.x, f.view.lo.y), ImVec2(mouse.x, f.view.hi.y), ink);
  }
  list->PopClipRect();
  const bool vertices = f.scene().view.vertices;
  const std::size_t n = !drawn     ? 0
                        : vertices ? count_of(vertices_in(f, box_of(f)))
                                   : joints_in(f, box_of(f)).size();
  const std::string text = drawn ? vertices ? counted_vertices(n) : counted_joints(n)
                                 : "Drag a box.  Shift adds, Ctrl takes away";
  draw_tag(f, list, mouse + vec2(f.px(16), f.px(14)), text, f.colors.text, f.view);
}

}  // namespace bindpose::ui
