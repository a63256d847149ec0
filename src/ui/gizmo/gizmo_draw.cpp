#include "ui/gizmo/gizmo.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/gizmo/drag_state.h"

namespace bindpose::ui {

namespace {

constexpr Handle kGizmoAxes[] = {Handle::X, Handle::Y, Handle::Z};
constexpr Handle kPlanes[] = {Handle::YZ, Handle::ZX, Handle::XY};

struct Look {
  Frame& f;
  const GizmoFrame& g;
  ImDrawList* list;
  Handle hot;  // under the mouse, or dragged
  bool dragging;

  ImVec2 at(const vec3& p) const {
    return im(f.view.lo + vec2(project(f.input.camera, f.viewport(), p)));
  }
  bool over_map;
  // While one handle is dragged the others step back; over a map all do but the one under the
  // mouse, for they lie on what is looked at.
  float strength(Handle h) const {
    if (h == hot) return 1.0f;
    return dragging ? 0.22f : over_map ? 0.4f : 1.0f;
  }
  vec3 color(Handle h) const {
    if (h == hot) return f.colors.accent;
    const int axis = handle_axis(h);
    return axis >= 0 ? f.colors.axis[static_cast<std::size_t>(axis)] : ring_grey();
  }
  vec3 ring_grey() const { return blend(f.colors.text, f.colors.background_top, 0.25f); }
  // Around handles, so that a green axis shows on green skin and an orange one on a bone.
  ImU32 edge(Handle h) const {
    const vec3 ink = f.scene().view.dark ? vec3(0.04f) : vec3(1.0f);
    return to_u32(ink, 0.75f * strength(h));
  }
  bool shown(Handle h) const { return handle_visible(g, h, f.input.camera); }
};

// Runs of points on one side of the ring, each as one line, so that joints are mitred and no gaps
// show.
void draw_ring_side(const Look& k, const std::vector<RingPoint>& ring, bool front, ImU32 color,
                    float width) {
  std::vector<ImVec2> run;
  const auto flush = [&] {
    if (run.size() > 1) {
      compat::draw_polyline(k.list, run.data(), static_cast<int>(run.size()), color, false, width);
    }
    run.clear();
  };
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    if ((ring[i].front && ring[i + 1].front) != front) {
      flush();
      continue;
    }
    if (run.empty()) run.push_back(im(k.f.view.lo + ring[i].pixel));
    run.push_back(im(k.f.view.lo + ring[i + 1].pixel));
  }
  flush();
}

void draw_rings(const Look& k) {
  const Camera& camera = k.f.input.camera;
  const float width = k.f.px(2.75f);
  const ImVec2 center = k.at(k.g.origin);
  const float radius = k.g.radius / pixel_size(camera, k.f.viewport(), k.g.origin);
  if (k.hot == Handle::Trackball) {
    k.list->AddCircleFilled(center, radius, to_u32(k.f.colors.text, 0.07f), 96);
  }
  for (const bool front : {false, true}) {
    for (int axis = 0; axis < 3; ++axis) {
      const Handle h = kGizmoAxes[axis];
      const std::vector<RingPoint> ring = ring_points(k.g, axis, camera, k.f.viewport());
      const float alpha = (front ? 1.0f : 0.3f) * k.strength(h);
      const float thick = front ? (h == k.hot ? 1.3f * width : width) : 0.5f * width;
      if (front) draw_ring_side(k, ring, front, k.edge(h), thick + k.f.px(2));
      draw_ring_side(k, ring, front, to_u32(k.color(h), alpha), thick);
    }
  }
  const std::vector<RingPoint> outer = ring_points(k.g, 3, camera, k.f.viewport());
  const bool hot = k.hot == Handle::Screen;
  draw_ring_side(k, outer, true,
                 to_u32(k.color(Handle::Screen), (hot ? 1.0f : 0.7f) * k.strength(Handle::Screen)),
                 hot ? width : 0.6f * width);
}

void draw_arrow_head(const Look& k, ImVec2 from, ImVec2 tip, ImU32 color, ImU32 edge) {
  const vec2 along = from_im(tip) - from_im(from);
  const float length = glm::length(along);
  if (length < 1.0f) return;
  const vec2 u = along / length, side(-u.y, u.x);
  const float size = std::min(k.f.px(15), length), half = 0.42f * size;
  const vec2 base = from_im(tip) - size * u;
  const ImVec2 corner[] = {tip, im(base + half * side), im(base - half * side)};
  compat::draw_polyline(k.list, corner, 3, edge, true, k.f.px(2));
  k.list->AddTriangleFilled(corner[0], corner[1], corner[2], color);
}

void draw_box(const Look& k, ImVec2 center, float half, ImU32 color, ImU32 edge) {
  const float e = half + k.f.px(1);
  k.list->AddRectFilled(ImVec2(center.x - e, center.y - e), ImVec2(center.x + e, center.y + e),
                        edge, k.f.px(3));
  k.list->AddRectFilled(ImVec2(center.x - half, center.y - half),
                        ImVec2(center.x + half, center.y + half), color, k.f.px(2));
}

void draw_axis(const Look& k, int axis) {
  const Handle h = kGizmoAxes[axis];
  if (!k.shown(h)) return;
  const auto [from, to] = arrow_ends(k.g, axis);
  const ImVec2 a = k.at(from);
  ImVec2 b = k.at(to);
  const bool scaling = k.g.mode == GizmoMode::Scale;
  // A scale box follows the mouse while it is pulled.
  if (scaling && k.dragging && (k.hot == h || k.hot == Handle::Uniform)) {
    b = k.at(k.g.origin + (to - k.g.origin) * k.f.state.of_model.gizmo.drag->amount[axis]);
  }
  const ImU32 color = to_u32(k.color(h), k.strength(h));
  const vec2 d = from_im(b) - from_im(a);
  const float length = glm::length(d);
  const float head = scaling ? 0.0f : std::min(k.f.px(12), length);
  const vec2 end = length > 0.0f ? from_im(b) - head * d / length : from_im(b);
  const float width = k.f.px(h == k.hot ? 3.5f : 2.75f);
  k.list->AddLine(a, im(end), k.edge(h), width + k.f.px(2));
  k.list->AddLine(a, im(end), color, width);
  if (scaling) {
    draw_box(k, b, k.f.px(h == k.hot ? 6.5f : 5.5f), color, k.edge(h));
  } else {
    draw_arrow_head(k, a, b, color, k.edge(h));
  }
}

void draw_plane(const Look& k, Handle h) {
  if (!k.shown(h)) return;
  ImVec2 corner[4];
  const std::array<vec3, 4> world = plane_corners(k.g, h);
  for (std::size_t i = 0; i < 4; ++i) corner[i] = k.at(world[i]);
  const float strength = k.strength(h);
  k.list->AddConvexPolyFilled(corner, 4,
                              to_u32(k.color(h), (h == k.hot ? 0.55f : 0.25f) * strength));
  compat::draw_polyline(k.list, corner, 4, to_u32(k.color(h), 0.9f * strength), true,
                        k.f.px(1.25f));
}

void draw_center(const Look& k, Handle h) {
  const ImVec2 c = k.at(k.g.origin);
  const ImU32 color = to_u32(k.color(h), k.strength(h));
  if (h == Handle::Uniform) {
    draw_box(k, c, k.f.px(h == k.hot ? 7.5f : 6.5f), color, k.edge(h));
  } else {
    k.list->AddCircle(c, k.f.px(kCenterPixels - 2.0f), color, 32,
                      k.f.px(h == k.hot ? 2.75f : 2.0f));
  }
}

// Far axes first, so that near ones lie over them.
void draw_arrows(const Look& k) {
  int order[] = {0, 1, 2};
  const auto depth = [&](int axis) {
    return project(k.f.input.camera, k.f.viewport(), arrow_ends(k.g, axis)[1]).z;
  };
  std::sort(std::begin(order), std::end(order), [&](int a, int b) { return depth(a) > depth(b); });
  for (const Handle h : kPlanes) draw_plane(k, h);
  for (const int axis : order) draw_axis(k, axis);
  draw_center(k, k.g.mode == GizmoMode::Scale ? Handle::Uniform : Handle::Screen);
}

// Where the joint was, and a thin line to where it is.
void draw_path(const Look& k, const GizmoDrag& drag) {
  const ImVec2 from = k.at(drag.frame.origin), to = k.at(k.g.origin);
  k.list->AddCircle(from, k.f.px(4), to_u32(k.f.colors.text, 0.7f), 24, k.f.px(1.5f));
  k.list->AddLine(from, to, to_u32(k.f.colors.text, 0.6f), k.f.px(1.25f));
}

}  // namespace

void draw_gizmo(Frame& f) {
  const auto now = gizmo_in_view(f);
  if (!now) return;
  const bool dragging = f.state.of_model.gizmo.drag.has_value();
  if (dragging && f.state.of_model.gizmo.redirected) {
    draw_redirected(f);
    draw_drag_amount(f);
    return;
  }
  // A turned ring stays where it was caught, so that the pie has a start; a moved gizmo goes along.
  GizmoFrame shown = *now;
  if (dragging && now->mode == GizmoMode::Rotate) shown = f.state.of_model.gizmo.drag->frame;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  const bool over_map = f.map != nullptr && !f.map->mesh.empty();
  const Look k{
      f,        shown,
      list,     dragging ? f.state.of_model.gizmo.drag->handle : f.state.of_model.gizmo.hot,
      dragging, over_map};
  if (shown.mode == GizmoMode::Rotate) {
    const bool pie = dragging && k.hot != Handle::Trackball;
    if (pie) draw_turn_pie(f, *f.state.of_model.gizmo.drag);
    draw_rings(k);
  } else {
    if (dragging && shown.mode == GizmoMode::Translate) draw_path(k, *f.state.of_model.gizmo.drag);
    draw_arrows(k);
  }
  list->PopClipRect();
  if (dragging) draw_drag_amount(f);
}

}  // namespace bindpose::ui
