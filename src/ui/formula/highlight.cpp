#include "ui/formula/highlight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "scene/formula.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kAxisPixels = 62.0f;

struct Pen {
  Frame& f;
  ImDrawList* list;
  mat4 to_display;

  vec3 shown(const vec3& file) const { return vec3(to_display * vec4(file, 1.0f)); }
  // Nothing behind the eye.
  std::optional<vec2> pixel(const vec3& display) const {
    const vec3 p = project(f.input.camera, f.viewport(), display);
    if (!(p.z > 0.0f) || !std::isfinite(p.x) || !std::isfinite(p.y)) return std::nullopt;
    return f.view.lo + vec2(p);
  }
  // A rim in the ground's colour keeps lines apart from any surface.
  void line(const vec2& a, const vec2& b, const vec3& color, float width, float alpha) const {
    const float rim = f.px(width + 2.5f);
    list->AddLine(im(a), im(b), to_u32(f.colors.background_bottom, 0.55f * alpha), rim);
    list->AddLine(im(a), im(b), to_u32(color, alpha), f.px(width));
  }
  void head(const vec2& from, const vec2& to, const vec3& color, float alpha) const {
    const vec2 d = to - from;
    const float length = glm::length(d);
    if (length < f.px(6)) return;
    const vec2 along = d / length, across(-along.y, along.x);
    const vec2 foot = to - f.px(9) * along;
    list->AddTriangleFilled(im(to), im(foot + f.px(4.5f) * across), im(foot - f.px(4.5f) * across),
                            to_u32(color, alpha));
  }
  void arrow(const vec2& a, const vec2& b, const vec3& color, float width, float alpha) const {
    const vec2 d = b - a;
    const float length = glm::length(d);
    line(a, length > f.px(8) ? b - f.px(7) * d / length : b, color, width, alpha);
    head(a, b, color, alpha);
  }
};

void draw_axes(const Pen& pen, const Highlight::Axes& axes) {
  const Frame& f = pen.f;
  const mat4 frame = pen.to_display * axes.frame;
  const vec3 origin(frame[3]);
  const auto center = pen.pixel(origin);
  if (!center) return;
  const float alpha = axes.faint ? 0.45f : 1.0f;
  const float length = f.px(kAxisPixels) * pixel_size(f.input.camera, f.viewport(), origin);
  for (int i = 0; i < 3; ++i) {
    const vec3 direction(frame[i]);
    const float size = glm::length(direction);
    if (!(size > 0.0f) || !std::isfinite(size)) continue;
    const auto tip = pen.pixel(origin + (length / size) * direction);
    if (!tip) continue;
    pen.arrow(*center, *tip, f.colors.axis[static_cast<std::size_t>(i)], 2.5f, alpha);
  }
  pen.list->AddCircleFilled(im(*center), f.px(5.5f), to_u32(f.colors.background_bottom, alpha));
  pen.list->AddCircleFilled(im(*center), f.px(4), to_u32(axes.color, alpha));
}

void draw_point(const Pen& pen, const Highlight::Point& point) {
  const auto at = pen.pixel(pen.shown(point.at));
  if (!at) return;
  const float radius = pen.f.px(5.0f * point.size);
  pen.list->AddCircleFilled(im(*at), radius + pen.f.px(2),
                            to_u32(pen.f.colors.background_bottom, 0.8f));
  pen.list->AddCircleFilled(im(*at), radius, to_u32(point.color));
}

void draw_path(const Pen& pen, const std::vector<vec3>& path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    const auto a = pen.pixel(pen.shown(path[i - 1])), b = pen.pixel(pen.shown(path[i]));
    if (a && b) pen.line(*a, *b, pen.f.colors.text, 1.5f, 0.7f);
  }
}

// Below those that it would lie over; above them where a card is in the way.
void draw_name(const Pen& pen, const vec3& at, const std::string& name, float drop,
               std::vector<Rect>& taken) {
  const auto pixel = pen.pixel(pen.shown(at));
  if (!pixel || name.empty()) return;
  vec2 corner = *pixel + vec2(pen.f.px(12), pen.f.px(drop));
  const vec2 size = from_im(ImGui::CalcTextSize(name.c_str())) + pen.f.px(12);
  std::ranges::sort(taken, {}, [](const Rect& r) { return r.lo.y; });
  for (const Rect& r : taken) {
    if (overlaps(r, {corner, corner + size})) corner.y = r.hi.y + pen.f.px(2);
  }
  corner = clear_of_cards(pen.f, {corner, corner + size}).lo;
  for (auto r = taken.rbegin(); r != taken.rend(); ++r) {
    if (overlaps(*r, {corner, corner + size})) corner.y = r->lo.y - size.y - pen.f.px(2);
  }
  taken.push_back(draw_tag(pen.f, pen.list, corner, name, pen.f.colors.text, pen.f.seen));
  mark(pen.f, "lit:", name, taken.back());
}

void draw_screw(const Pen& pen, const Highlight::Screw& screw, std::vector<Rect>& taken) {
  const ScrewMark& m = screw.mark;
  const auto segment = [&](const vec3& from, const vec3& to, const vec3& ink, float width,
                           bool head) {
    const auto a = pen.pixel(pen.shown(from)), b = pen.pixel(pen.shown(to));
    if (!a || !b) return;
    if (head) {
      pen.arrow(*a, *b, ink, width, 1.0f);
    } else {
      pen.line(*a, *b, ink, width, 1.0f);
    }
  };
  const vec3& text = pen.f.colors.text;
  if (m.kind == ScrewMark::Turn) {
    segment(m.line_from, m.line_to, text, 1.5f, false);
    segment(m.middle, m.arc.front(), text, 1.0f, false);
    segment(m.middle, m.arc.back(), text, 1.0f, false);
    for (std::size_t k = 1; k < m.arc.size(); ++k) {
      segment(m.arc[k - 1], m.arc[k], screw.color, 3.0f, k + 1 == m.arc.size());
    }
  }
  if (m.slide_from != m.slide_to) segment(m.slide_from, m.slide_to, screw.color, 3.0f, true);
  draw_name(pen, m.label_at, screw.name + m.label, -8, taken);
}

// The selected joint's, by the first mesh that it pulls on.
std::optional<Highlight::Screw> selected_screw(const Frame& f) {
  if (!f.scene().view.screw || f.selected() < 0) return std::nullopt;
  const int joint = f.selected();
  const std::vector<int> meshes = meshes_of_joint(f.scene(), joint);
  if (meshes.empty()) return std::nullopt;
  const Skin& skin = binding_of(f.scene(), static_cast<std::size_t>(meshes.front())).skin;
  const SkinFactors factors =
      skin_factors(f.scene(), f.input.posed, meshes.front(), find_slot(skin, joint));
  return screw_of_joint(f, joint, factors.skin, factors.bind);
}

}  // namespace

Highlight::Screw screw_of_joint(const Frame& f, int joint, const mat4& skin, const mat4& bind) {
  const float unit = glm::length(vec3(f.model()->to_display[0]));
  const float height = f.input.bones.layout.height;
  return {screw_mark(skin, vec3(bind[3]), unit > 0.0f ? height / unit : height),
          "T of " + f.model()->skeleton.name[static_cast<std::size_t>(joint)] + ": ",
          f.joint_color(joint)};
}

void draw_highlight(Frame& f) {
  const Highlight& h = f.state.highlight;
  if (!f.model()) return;
  const std::optional<Highlight::Screw> screw = h.screw ? h.screw : selected_screw(f);
  if (h.empty() && !screw) return;
  const Pen pen{f, ImGui::GetBackgroundDrawList(), f.model()->to_display};
  pen.list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  draw_path(pen, h.path);
  for (const Highlight::Axes& axes : h.frames) draw_axes(pen, axes);
  for (const Highlight::Arrow& arrow : h.arrows) {
    const auto a = pen.pixel(pen.shown(arrow.from)), b = pen.pixel(pen.shown(arrow.to));
    if (a && b) pen.arrow(*a, *b, arrow.color, 2.0f, 1.0f);
  }
  for (const Highlight::Point& point : h.points) draw_point(pen, point);
  std::vector<Rect> taken;
  if (screw) draw_screw(pen, *screw, taken);
  for (const Highlight::Axes& axes : h.frames) {
    draw_name(pen, vec3(axes.frame[3]), axes.name, 10, taken);
  }
  for (const Highlight::Point& point : h.points) draw_name(pen, point.at, point.name, -24, taken);
  pen.list->PopClipRect();
}

}  // namespace bindpose::ui
