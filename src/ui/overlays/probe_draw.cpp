// The probe over the view: candidates T_j v_i with lines to the blended point, and the table of the
// vertex under the mouse.
#include "ui/overlays/probe_draw.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "math/numbers.h"
#include "scene/deform/deformer_words.h"
#include "scene/explain/mistaken_pose.h"
#include "scene/probe.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/lesson/answer_card.h"

namespace bindpose::ui {

namespace {

constexpr std::size_t kMaxRows = 8;

struct Seen {
  vec2 at;
  bool shown;  // in front of the eye
};

Seen on_screen(const Frame& f, const vec3& point) {
  const vec3 display(f.model()->to_display * vec4(point, 1.0f));
  const vec3 p = project(f.input.camera, f.viewport(), display);
  return {f.view.lo + vec2(p), p.z > 0.0f};
}

// A dot with a dark and a light rim, so that it stands out from any surface.
void draw_dot(const Frame& f, ImDrawList* list, const vec2& at, float radius, const vec3& color) {
  list->AddCircleFilled(im(at), radius + f.px(2.25f), IM_COL32(10, 12, 16, 200));
  list->AddCircleFilled(im(at), radius + f.px(1.0f), IM_COL32(255, 255, 255, 255));
  list->AddCircleFilled(im(at), radius, to_u32(color));
}

// Of the vertex as the pane shows it.
Probe probe_in(const Frame& f, const VertexRef& at) {
  if (f.mistake == Mistake::None) return probe(f.scene(), f.input.posed, at, f.method);
  return probe(f.scene(), with_mistake(f.scene(), f.input.posed, f.mistake), at, f.method);
}

// Parts of a dot, in order, for candidates that fall together: neither hides the other.
struct Share {
  vec3 color;
  float part;  // of all
};

void draw_shared_dot(const Frame& f, ImDrawList* list, const vec2& at, float radius,
                     const std::vector<Share>& shares) {
  draw_dot(f, list, at, radius, shares[0].color);
  float from = -0.5f * kPi;
  for (const Share& s : shares) {
    const float to = from + 2.0f * kPi * s.part;
    const float half = 0.5f * (from + to);  // two pieces: each is convex
    for (const auto& [a, b] : {std::pair(from, half), std::pair(half, to)}) {
      list->PathLineTo(im(at));
      list->PathArcTo(im(at), radius, a, b, 24);
      list->PathFillConvex(to_u32(s.color));
    }
    from = to;
  }
}

constexpr float kLargestCandidate = 6.5f;

float candidate_radius(float weight) {
  return 3.0f + (kLargestCandidate - 3.0f) * std::sqrt(std::clamp(weight, 0.0f, 1.0f));
}

constexpr float kOnePlace = 1.5f;  // pixels

// The dots of all candidates, the largest first: a large one must not hide the others.
void draw_candidate_dots(const Frame& f, ImDrawList* list, const Probe& p) {
  std::vector<bool> done(p.rows.size(), false);
  for (std::size_t k = 0; k < p.rows.size(); ++k) {
    const Seen from = on_screen(f, p.rows[k].candidate);
    if (done[k] || !from.shown) continue;
    float weight = 0.0f;
    bool hot = false;
    std::vector<const ProbeRow*> here;
    for (std::size_t i = k; i < p.rows.size(); ++i) {
      if (done[i] || glm::distance(on_screen(f, p.rows[i].candidate).at, from.at) > f.px(kOnePlace))
        continue;
      done[i] = true;
      here.push_back(&p.rows[i]);
      weight += std::clamp(p.rows[i].weight, 0.0f, 1.0f);
      hot = hot || p.rows[i].joint == f.state.of_model.probe.row;
    }
    // In the order of the joints, so that colours stay where they are when weights change.
    std::ranges::sort(here, {}, &ProbeRow::joint);
    std::vector<Share> shares;
    for (const ProbeRow* r : here) {
      const float part = weight > 0.0f ? std::clamp(r->weight, 0.0f, 1.0f) / weight
                                       : 1.0f / static_cast<float>(here.size());
      shares.push_back({f.joint_color(r->joint), part});
    }
    const float radius = f.px(candidate_radius(weight) + (hot ? 2.0f : 0.0f));
    if (shares.size() == 1) {
      draw_dot(f, list, from.at, radius, shares[0].color);
    } else {
      draw_shared_dot(f, list, from.at, radius, shares);
    }
  }
}

// v'_i: a ring around its place, larger than any candidate, through which one that is there is
// seen.
void draw_posed(const Frame& f, ImDrawList* list, const vec2& at) {
  const float radius = f.px(kLargestCandidate + 4.5f);
  list->AddCircle(im(at), radius, IM_COL32(10, 12, 16, 220), 32, f.px(5.0f));
  list->AddCircle(im(at), radius, IM_COL32(255, 255, 255, 255), 32, f.px(2.5f));
  list->AddCircleFilled(im(at), f.px(3.0f), IM_COL32(10, 12, 16, 255));
  list->AddCircleFilled(im(at), f.px(1.75f), IM_COL32(255, 255, 255, 255));
}

// Short strokes, so that what lies below is seen between them.
void draw_dashes(const Frame& f, ImDrawList* list, const vec2& from, const vec2& to) {
  const float length = glm::distance(from, to), stroke = f.px(5), gap = f.px(5);
  for (float at = 0.5f * gap; at < length; at += stroke + gap) {
    const vec2 a = glm::mix(from, to, at / length);
    const vec2 b = glm::mix(from, to, std::min(1.0f, (at + stroke) / length));
    list->AddLine(im(a), im(b), IM_COL32(255, 255, 255, 255), f.px(1.25f));
  }
}

bool shares_place(const Frame& f, const Probe& p, const ProbeRow& row) {
  return std::ranges::any_of(p.rows, [&](const ProbeRow& r) {
    return r.joint != row.joint && glm::distance(on_screen(f, r.candidate).at,
                                                 on_screen(f, row.candidate).at) <= f.px(kOnePlace);
  });
}

void draw_candidates(Frame& f, const Probe& p) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const Seen end = on_screen(f, p.position);
  const bool needles = f.scene().view.needles != Needles::Off;  // they would lie below all this
  const bool asked = hides_place_of(f, p.at);                   // where v' is, and lines that tell
  for (const ProbeRow& r : p.rows) {
    if (needles || asked) break;
    const Seen from = on_screen(f, r.candidate);
    if (!from.shown || !end.shown) continue;
    // What candidates that fall together leave is the sum's fault: the spike of the surface shows
    // the way there, and where it runs inside the surface, the dashes do.
    if (shares_place(f, p, r)) {
      draw_dashes(f, list, from.at, end.at);
      continue;
    }
    const float width = f.px(1.25f + 2.5f * std::clamp(r.weight, 0.0f, 1.0f));
    list->AddLine(im(from.at), im(end.at), IM_COL32(10, 12, 16, 170), width + f.px(2.0f));
    list->AddLine(im(from.at), im(end.at), to_u32(f.joint_color(r.joint)), width);
  }
  if (!needles) draw_candidate_dots(f, list, p);
  if (!end.shown || asked) return;
  if (!needles) return draw_posed(f, list, end.at);
  list->AddCircleFilled(im(end.at), f.px(4.5f), IM_COL32(10, 12, 16, 255));
  list->AddCircleFilled(im(end.at), f.px(3.0f), IM_COL32(255, 255, 255, 255));
}

struct Column {
  float name, bar, weight, point;  // widths
};

Column table_columns(const Frame& f, const Probe& p, std::size_t rows) {
  Column c{0.0f, f.px(48), 0.0f, 0.0f};
  for (std::size_t k = 0; k < rows; ++k) {
    const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(p.rows[k].joint)];
    c.name = std::max(c.name, ImGui::CalcTextSize(name.c_str()).x);
    c.point = std::max(c.point, ImGui::CalcTextSize(point_text(f, p.rows[k].candidate).c_str()).x);
  }
  c.name = std::clamp(c.name, f.px(40), f.px(130));
  // The head needs room, too: "vertex 1,234  mesh name".
  const std::string& mesh = f.model()->meshes[static_cast<std::size_t>(p.at.mesh)].name;
  const std::string head = "vertex " + grouped(p.at.vertex) + "  " + mesh;
  c.name = std::max(c.name, std::min(ImGui::CalcTextSize(head.c_str()).x - f.px(48), f.px(170)));
  c.point = std::max(c.point, ImGui::CalcTextSize(point_text(f, p.position).c_str()).x);
  c.weight = ImGui::CalcTextSize("0.0000").x;
  return c;
}

// Beside the mouse, on the side that has room; below or above it where neither has. Not over the
// tools.
vec2 corner_for(const Frame& pane, const vec2& size) {
  Frame f = pane;  // the legend and the tools stand in the whole view
  f.view = pane.whole;
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  const float first = f.view.lo.x + f.px(f.state.chrome ? 56 : 6);
  const float last = f.view.hi.x - f.px(6) - size.x;
  vec2 at = mouse + vec2(f.px(22), f.px(18));
  if (at.x > last) at.x = mouse.x - f.px(18) - size.x;
  if (at.x < first)
    at.x = mouse.x - first < last + size.x - mouse.x ? first : std::max(last, first);
  float lowest = f.view.hi.y - f.px(6);
  std::vector<Rect> below = legend_cards(f);
  // Of a step or the space walker; it is drawn over the table.
  if (const Rect& formula = f.state.lesson.formula_card; formula.size().y > 0.0f)
    below.push_back(formula);
  for (const Rect& card : below) {
    if (at.x < card.hi.x && card.lo.x < at.x + size.x)
      lowest = std::min(lowest, card.lo.y - f.px(6));
  }
  if (at.y + size.y > lowest) at.y = std::min(mouse.y - f.px(14), lowest) - size.y;
  return glm::floor(glm::max(f.view.lo + vec2(f.px(6)), at));
}

void text_at(ImDrawList* list, float x, float y, const vec3& color, const std::string& text) {
  list->AddText(ImVec2(std::floor(x), std::floor(y)), to_u32(color), text.c_str());
}

void draw_table_row(const Frame& f, ImDrawList* list, const Column& c, vec2 at, const ProbeRow& r) {
  const float font = ImGui::GetFontSize(), gap = f.px(10);
  const vec3 color = f.joint_color(r.joint);
  list->AddCircleFilled(ImVec2(at.x + f.px(5), at.y + 0.5f * font), f.px(4.5f), to_u32(color));
  float x = at.x + f.px(16);
  const std::string& name = f.model()->skeleton.name[static_cast<std::size_t>(r.joint)];
  text_at(list, x, at.y, f.colors.text, elided(name, c.name));
  x += c.name + gap;
  const float share = std::clamp(r.weight, 0.0f, 1.0f);
  list->AddRectFilled(ImVec2(x, at.y + 0.2f * font), ImVec2(x + c.bar, at.y + 0.8f * font),
                      to_u32(f.colors.text, 0.1f));
  list->AddRectFilled(ImVec2(x, at.y + 0.2f * font), ImVec2(x + share * c.bar, at.y + 0.8f * font),
                      to_u32(color));
  x += c.bar + gap;
  text_at(list, x, at.y, f.colors.text, number(static_cast<double>(r.weight), 4));
  x += c.weight + gap;
  text_at(list, x, at.y, f.colors.text_dim, point_text(f, r.candidate));
}

void draw_table(Frame& f, const Probe& p) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const std::size_t shown = std::min(p.rows.size(), kMaxRows);
  const Column c = table_columns(f, p, shown);
  const float font = ImGui::GetFontSize(), line = font + f.px(4), gap = f.px(10), pad = f.px(10);
  const float width = 2.0f * pad + f.px(16) + c.name + c.bar + c.weight + c.point + 3.0f * gap;
  const float lines = static_cast<float>(shown) + 2.0f + (shown < p.rows.size() ? 1.0f : 0.0f);
  const vec2 size(width, 2.0f * pad + lines * line + f.px(6));
  const vec2 lo = corner_for(f, size);
  draw_card(f, list, {lo, lo + size}, f.px(6));
  mark(f, "probe table", "", {lo, lo + size});
  vec2 at = lo + vec2(pad);
  const float point_x = at.x + f.px(16) + c.name + c.bar + c.weight + 3.0f * gap;
  const float weight_x = point_x - c.weight - gap;
  const std::string title = "vertex " + grouped(p.at.vertex);
  text_at(list, at.x, at.y, f.colors.text, title);
  const float mesh_x = at.x + ImGui::CalcTextSize(title.c_str()).x + gap;
  const std::string& mesh = f.model()->meshes[static_cast<std::size_t>(p.at.mesh)].name;
  if (const float room = weight_x - gap - mesh_x; room > f.px(30)) {
    text_at(list, mesh_x, at.y, f.colors.text_dim, elided(mesh, room));
  }
  text_at(list, weight_x, at.y, f.colors.text_dim, "w_ij");
  text_at(list, point_x, at.y, f.colors.text_dim, point_title(f, "T_j v_i"));
  float sum = 0.0f;
  for (const ProbeRow& r : p.rows) sum += r.weight;
  for (std::size_t k = 0; k < shown; ++k) {
    at.y += line;
    draw_table_row(f, list, c, at, p.rows[k]);
  }
  at.y += line;
  if (shown < p.rows.size()) {
    text_at(list, at.x + f.px(16), at.y, f.colors.text_dim,
            "and " + grouped(p.rows.size() - shown) + " more");
    at.y += line;
  }
  list->AddLine(ImVec2(at.x, at.y + f.px(1)), ImVec2(lo.x + size.x - pad, at.y + f.px(1)),
                to_u32(f.colors.hairline));
  at.y += f.px(6);
  const std::string last = p.follows_node ? "the node"
                           : f.method == Deformer::Linear
                               ? "sum"
                               : "by " + deformer_in_sentence(f.scene(), p.at.mesh, f.method);
  text_at(list, at.x + f.px(16), at.y, f.colors.text_dim, elided(last, c.name + gap + c.bar));
  text_at(list, weight_x, at.y, f.colors.text, number(static_cast<double>(sum), 4));
  text_at(list, point_x, at.y, f.colors.text, point_text(f, p.position));
}

void draw_hovered(Frame& f) {
  const Selection& s = f.scene().selection;
  if (s.pinned_vertex.empty()) return;
  const Probe p = probe_in(f, s.hovered_vertex);
  if (p.rows.empty()) return;
  draw_dot(f, ImGui::GetBackgroundDrawList(), on_screen(f, p.position).at, f.px(2.5f),
           f.colors.accent);
}

}  // namespace

std::vector<vec2> probe_marks(const Frame& f) {
  std::vector<vec2> marks;
  if (!f.model() || f.scene().selection.probed().empty()) return marks;
  const VertexRef& vertex = f.scene().selection.probed();
  const bool asked = hides_place_of(f, vertex);
  if (!f.scene().view.surface && !asked) return marks;
  const Probe p = probe_in(f, vertex);
  const auto add = [&](const Seen& seen) {
    if (seen.shown) marks.push_back(seen.at);
  };
  if (!asked && !p.rows.empty()) add(on_screen(f, p.position));
  for (const ProbeRow& row : p.rows) add(on_screen(f, row.candidate));
  return marks;
}

void draw_probe(Frame& f, bool active) {
  if (!f.model()) return;
  const Selection& s = f.scene().selection;
  // A question may show candidates without the surface, which would tell what it asks.
  if (!f.scene().view.surface && !hides_place_of(f, s.probed())) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  if (const Probe p = probe_in(f, s.probed()); !p.rows.empty()) {
    draw_candidates(f, p);
  }
  if (active && !s.hovered_vertex.empty()) draw_hovered(f);
  list->PopClipRect();
}

void draw_probe_table(Frame& f) {
  const Selection& s = f.scene().selection;
  if (!f.model() || !f.scene().view.surface || s.hovered_vertex.empty()) return;
  // The panel has the pinned vertex's table already.
  const bool in_panel = s.hovered_vertex == s.pinned_vertex && f.state.layout.right_open &&
                        !f.state.layout.right_folded && f.state.right.tab == InspectorTab::Weights;
  if (in_panel) return;
  const Probe p = probe_in(f, s.hovered_vertex);
  if (p.rows.empty()) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.whole.lo), im(f.whole.hi), true);
  draw_table(f, p);
  list->PopClipRect();
}

}  // namespace bindpose::ui
