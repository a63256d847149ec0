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

struct LightPen {
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

void draw_axes(const LightPen& pen, const Highlight::Axes& axes) {
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

void draw_point(const LightPen& pen, const Highlight::Point& point) {
  const auto at = pen.pixel(pen.shown(point.at));
  if (!at) return;
  const float radius = pen.f.px(5.0f * point.size);
  pen.list->AddCircleFilled(im(*at), radius + pen.f.px(2),
                            to_u32(pen.f.colors.background_bottom, 0.8f));
  pen.list->AddCircleFilled(im(*at), radius, to_u32(point.color));
}

void draw_path(const LightPen& pen, const std::vector<vec3>& path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    const auto a = pen.pixel(pen.shown(path[i - 1])), b = pen.pixel(pen.shown(path[i]));
    if (a && b) pen.line(*a, *b, pen.f.colors.text, 1.5f, 0.7f);
  }
}

void draw_lines(const LightPen& pen, const std::vector<Highlight::Line>& lines) {
  for (const Highlight::Line& line : lines) {
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const auto a = pen.pixel(pen.shown(line.points[i - 1])),
                 b = pen.pixel(pen.shown(line.points[i]));
      if (!a || !b) continue;
      if (line.width > 1.0f) {
        pen.line(*a, *b, line.color, line.width, line.alpha);
      } else {  // a rim would be as wide as the cells of a grid
        pen.list->AddLine(im(*a), im(*b), to_u32(line.color, line.alpha), pen.f.px(line.width));
      }
    }
  }
}

// Names placed so far, the points that have one (a name is nearer to its own than to another), and
// what no name should lie over, in pixels.
struct Names {
  std::vector<Rect> taken;
  std::vector<vec2> points{};
  std::vector<std::array<vec2, 2>> lines{};
};

float distance_to(const Rect& r, const vec2& p) {
  return glm::distance(p, glm::clamp(p, r.lo, r.hi));
}

// Beside a point, a little further on where another name is in the way, at most so far (pixels).
constexpr float kMostAside = 56.0f;

bool crosses(const Rect& r, const std::array<vec2, 2>& line) {
  // The part of the line that lies within both of the rectangle's strips.
  const vec2 d = line[1] - line[0];
  float first = 0.0f, last = 1.0f;
  for (int i = 0; i < 2; ++i) {
    if (std::abs(d[i]) < 1e-6f) {
      if (line[0][i] < r.lo[i] || line[0][i] > r.hi[i]) return false;
      continue;
    }
    const float a = (r.lo[i] - line[0][i]) / d[i], b = (r.hi[i] - line[0][i]) / d[i];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first <= last;
}

// Beside the point at `at`, on the side of it that `drop` says or on the other one, clear of names
// and cards; nothing where there is no such place.
std::optional<vec2> place_beside(const Frame& f, const vec2& at, float drop, const vec2& size,
                                 const Names& names) {
  const auto hit = [&](const vec2& lo) {
    return std::ranges::find_if(names.taken, [&](const Rect& r) {
      return overlaps(r, {lo, lo + size});
    });
  };
  const auto seen = [&](const vec2& lo) {
    const Rect box{lo, lo + size};
    return lo.x >= f.seen.lo.x && lo.y >= f.seen.lo.y && box.hi.x <= f.seen.hi.x &&
           box.hi.y <= f.seen.hi.y && clear_of_cards(f, box).lo == lo;
  };
  const auto plain = [&](const vec2& lo) {
    const Rect box{lo, lo + size};
    const float own = distance_to(box, at);
    return std::ranges::none_of(
        names.points, [&](const vec2& p) { return p != at && distance_to(box, p) < own; });
  };
  const auto uncovering = [&](const vec2& lo) {
    const Rect box{lo, lo + size};
    return std::ranges::none_of(names.lines, [&](const auto& line) { return crosses(box, line); });
  };
  for (const int strict : {2, 1, 0}) {
    // The last two are beside it no more, and clear of a line that ends in it.
    for (const float y :
         {at.y + drop, at.y - drop - size.y, at.y + f.px(8), at.y - f.px(8) - size.y}) {
      for (const bool right : {true, false}) {
        const float first = right ? at.x + f.px(12) : at.x - f.px(12) - size.x;
        vec2 lo(first, y);
        for (auto r = hit(lo); r != names.taken.end() && std::abs(lo.x - first) < f.px(kMostAside);
             r = hit(lo)) {
          lo.x = right ? r->hi.x + f.px(3) : r->lo.x - f.px(3) - size.x;
        }
        const bool near = std::abs(lo.x - first) < f.px(kMostAside);
        if (near && seen(lo) && (strict < 1 || plain(lo)) && (strict < 2 || uncovering(lo)))
          return lo;
      }
    }
  }
  return std::nullopt;
}

// Where nothing is free beside it: below the names that it would lie over; above them where a card
// is in the way.
void draw_name(const LightPen& pen, const vec3& at, const std::string& name, float drop,
               Names& names) {
  const auto pixel = pen.pixel(pen.shown(at));
  if (!pixel || name.empty()) return;
  std::vector<Rect>& taken = names.taken;
  const vec2 size = from_im(ImGui::CalcTextSize(name.c_str())) + pen.f.px(2) * vec2(6.0f, 2.0f);
  vec2 corner = *pixel + vec2(pen.f.px(12), pen.f.px(drop));
  if (const auto beside = place_beside(pen.f, *pixel, pen.f.px(drop), size, names)) {
    corner = *beside;
  } else {
    std::ranges::sort(taken, {}, [](const Rect& r) { return r.lo.y; });
    for (const Rect& r : taken) {
      if (overlaps(r, {corner, corner + size})) corner.y = r.hi.y + pen.f.px(2);
    }
    corner = clear_of_cards(pen.f, {corner, corner + size}).lo;
    for (auto r = taken.rbegin(); r != taken.rend(); ++r) {
      if (overlaps(*r, {corner, corner + size})) corner.y = r->lo.y - size.y - pen.f.px(2);
    }
  }
  taken.push_back(draw_tag(pen.f, pen.list, corner, name, pen.f.colors.text, pen.f.seen));
  pen.f.state.words.labels.push_back(taken.back());
  mark(pen.f, "lit:", name, taken.back());
}

void draw_screw(const LightPen& pen, const Highlight::Screw& screw, Names& names) {
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
  draw_name(pen, m.label_at, screw.name + m.label, -8, names);
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

namespace {

void draw_all(Frame& f, const Highlight& h, const std::optional<Highlight::Screw>& screw) {
  const LightPen pen{f, ImGui::GetBackgroundDrawList(), f.model()->to_display};
  pen.list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  draw_lines(pen, h.lines);
  draw_path(pen, h.path);
  for (const Highlight::Axes& axes : h.frames) draw_axes(pen, axes);
  for (const Highlight::Arrow& arrow : h.arrows) {
    const auto a = pen.pixel(pen.shown(arrow.from)), b = pen.pixel(pen.shown(arrow.to));
    if (a && b) pen.arrow(*a, *b, arrow.color, 2.0f, 1.0f);
  }
  for (const Highlight::Point& point : h.points) draw_point(pen, point);
  Names names;
  const auto named = [&](const vec3& at, const std::string& name) {
    const auto pixel = pen.pixel(pen.shown(at));
    if (pixel && !name.empty()) names.points.push_back(*pixel);
  };
  for (const Highlight::Axes& axes : h.frames) named(vec3(axes.frame[3]), axes.name);
  for (const Highlight::Point& point : h.points) named(point.at, point.name);
  for (const Highlight::Line& line : h.lines) {
    if (line.alpha < 1.0f) continue;  // a grid, or what only leads there
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const auto a = pen.pixel(pen.shown(line.points[i - 1])),
                 b = pen.pixel(pen.shown(line.points[i]));
      if (a && b) names.lines.push_back({*a, *b});
    }
  }
  if (screw) draw_screw(pen, *screw, names);
  for (const Highlight::Axes& axes : h.frames) {
    draw_name(pen, vec3(axes.frame[3]), axes.name, 10, names);
  }
  for (const Highlight::Point& point : h.points) draw_name(pen, point.at, point.name, -24, names);
  pen.list->PopClipRect();
}

}  // namespace

void draw_marks(Frame& f, const Highlight& marks) {
  draw_all(f, marks, std::nullopt);
}

void draw_highlight(Frame& f) {
  const Highlight& h = f.state.highlight;
  if (!f.model()) return;
  const std::optional<Highlight::Screw> screw = h.screw ? h.screw : selected_screw(f);
  if (h.empty() && !screw) return;
  draw_all(f, h, screw);
}

}  // namespace bindpose::ui
