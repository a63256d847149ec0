#include "ui/select/vertex_select.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kLeastRadius = 4.0f, kMostRadius = 400.0f;

bool same_camera(const Camera& a, const Camera& b) {
  return a.target == b.target && a.distance == b.distance && a.yaw == b.yaw && a.pitch == b.pitch &&
         a.roll == b.roll && a.orthographic == b.orthographic;
}

const SeenVertices& seen(Frame& f) {
  auto& kept = f.state.of_model.vertices.seen;
  const bool through = f.scene().view.xray || !f.scene().view.surface;
  const bool fresh = kept && kept->revision == f.input.posed.revision &&
                     same_camera(kept->camera, f.input.camera) && kept->size == f.view.size() &&
                     kept->method == f.method && kept->through == through;
  if (!fresh) {
    kept = VertexSelect::Seen{
        f.input.posed.revision,
        f.input.camera,
        f.view.size(),
        f.method,
        through,
        seen_vertices(f.scene(), f.input.posed, f.method, f.input.camera, f.viewport(), through)};
  }
  return kept->vertices;
}

template <typename IsIn>
VertexLists seen_where(Frame& f, const IsIn& is_in) {
  const SeenVertices& all = seen(f);
  VertexLists out(all.pixel.size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    for (std::uint32_t i = 0; i < all.pixel[m].size(); ++i) {
      if (all.seen[m][i] != 0 && is_in(all.pixel[m][i])) out[m].push_back(i);
    }
  }
  return out;
}

// From where the mouse was to where it is.
VertexLists under_brush(Frame& f, vec2 from, vec2 to) {
  const float radius = f.px(f.state.of_model.vertices.radius);
  from = from - f.view.lo;
  const vec2 way = to - f.view.lo - from;
  const float length = glm::dot(way, way);
  return seen_where(f, [&](const vec2& p) {
    const float t = length > 0.0f ? std::clamp(glm::dot(p - from, way) / length, 0.0f, 1.0f) : 0.0f;
    const vec2 d = p - from - t * way;
    return glm::dot(d, d) <= radius * radius;
  });
}

void change_by(Frame& f, VertexLists lists, bool takes) {
  if (count_of(lists) == 0) return;
  f.edit(ReselectVertices{takes ? ReselectVertices::Remove : ReselectVertices::Add, 1, -1,
                          std::make_shared<const VertexLists>(std::move(lists))});
}

}  // namespace

VertexLists vertices_in(Frame& f, const Rect& box) {
  const vec2 lo = box.lo - f.view.lo, hi = box.hi - f.view.lo;
  return seen_where(
      f, [&](const vec2& p) { return p.x >= lo.x && p.y >= lo.y && p.x <= hi.x && p.y <= hi.y; });
}

void select_vertices_in(Frame& f, const Rect& box, bool adds, bool takes) {
  VertexLists in = vertices_in(f, box);
  if (adds || takes) return change_by(f, std::move(in), takes && !adds);
  f.edit(SelectVertices{chosen_vertices(std::move(in))});
}

void update_vertex_brush(Frame& f) {
  VertexSelect& s = f.state.of_model.vertices;
  if (!f.model() || f.state.has_dialog()) s.brush = false;
  if (!s.brush) {
    s.held = false;
    return;
  }
  const ImGuiIO& io = ImGui::GetIO();
  // Escape that leaves a field or a list does no more.
  const bool escape = key_pressed(Key::Escape) && !io.WantTextInput && !f.state.focus.popup;
  if (escape || ImGui::IsMouseClicked(1)) {
    s.brush = s.held = false;
    f.out.gizmo_owns_mouse = true;
    return;
  }
  const vec2 mouse = from_im(io.MousePos);
  const bool wheels = f.out.view_hovered && io.MouseWheel != 0.0f;
  if (wheels) {
    s.radius = std::clamp(s.radius * (io.MouseWheel > 0.0f ? 1.15f : 1.0f / 1.15f), kLeastRadius,
                          kMostRadius);
  }
  const bool pressed = f.out.view_hovered && ImGui::IsMouseClicked(0);
  if (pressed) s.held = true, s.from = mouse;
  f.out.gizmo_owns_mouse = f.out.gizmo_owns_mouse || s.held || wheels;
  if (!s.held) return;
  if (pressed || mouse != s.from)
    change_by(f, under_brush(f, s.from, mouse), io.KeyCtrl || io.KeySuper);
  s.from = mouse;
  if (!io.MouseDown[0]) s.held = false;
}

void draw_vertex_brush(Frame& f) {
  const VertexSelect& s = f.state.of_model.vertices;
  if (!s.brush) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  list->PushClipRect(im(f.view.lo), im(f.view.hi), true);
  list->AddCircle(im(mouse), f.px(s.radius), to_u32(f.colors.accent, 0.9f), 0, f.px(1.25f));
  list->PopClipRect();
  if (s.held) return;
  draw_tag(f, list, mouse + vec2(f.px(s.radius + 6), f.px(10)),
           "Drag over vertices.  Ctrl takes away, wheel: size", f.colors.text, f.view);
}

}  // namespace bindpose::ui
