#include "ui/panels/vertex_title.h"

#include <algorithm>
#include <string>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

// In the middle of the view's upper end; below the lists of its panes and what stands below those,
// for one of them ends in the middle. Below what stands at the right of one pane, too, where the
// view is too narrow for both beside each other.
vec2 title_corner(const Frame& f, float width, float left) {
  const ViewSettings& view = f.scene().view;
  const bool several = view.panes != Panes::One;
  const bool words = view.engine || !f.input.compared.lag.empty();
  const float rows = several ? words ? 2.0f : 1.0f : 0.0f;
  vec2 at(std::max(f.view.center().x - 0.5f * width, left),
          f.view.lo.y + f.px(12) + rows * (ImGui::GetFontSize() + f.px(16)));
  const float height = ImGui::GetFontSize() + f.px(4), beside = f.px(12);
  for (const Rect& r : f.state.panes.words) {
    const Rect room{r.lo - vec2(beside, 0.0f), r.hi + vec2(beside, 0.0f)};
    if (overlaps({at, at + vec2(width, height)}, room)) at.y = r.hi.y + f.px(6);
  }
  return at;
}

// What to do in vertex mode, as long as nothing is chosen.
void draw_vertex_hint(Frame& f, float left) {
  if (!f.scene().view.vertices || f.state.of_model.vertices.brush) return;
  const std::string text = elided("Vertex mode: click a vertex, Ctrl + drag a box, " +
                                      shortcut_text(f, Command::VertexBrush) + " a brush",
                                  f.view.hi.x - left - f.px(12));
  const float width = ImGui::CalcTextSize(text.c_str()).x + f.px(12);
  const vec2 at = title_corner(f, width, left);
  const Rect r = draw_tag(f, ImGui::GetBackgroundDrawList(), at, text, f.colors.text_dim, f.view);
  f.state.of_model.vertex_title.place = r;
  mark(f, "vertex hint", "", r);
}

const std::string& title_now(Frame& f) {
  VertexTitle& t = f.state.of_model.vertex_title;
  const VertexGroup& group = f.scene().selection.vertices;
  const std::uint64_t weights = f.scene().weights.revision;
  if (t.text.empty() || t.model != f.model()->id || t.weights != weights || !(t.group == group))
    t = {f.model()->id, weights, group, title_of(f.scene(), group), t.place};
  return t.text;
}

}  // namespace

void draw_vertex_title(Frame& f, float left) {
  f.state.of_model.vertex_title.place = {};
  if (!f.model()) return;
  if (f.scene().selection.vertices.kind == VertexGroup::None) return draw_vertex_hint(f, left);
  const std::string esc = "   Esc";
  const float room = f.view.hi.x - left - f.px(12) - ImGui::CalcTextSize(esc.c_str()).x;
  const std::string text = elided(title_now(f), room) + esc;
  const float width = ImGui::CalcTextSize(text.c_str()).x + f.px(12);
  const vec2 at = title_corner(f, width, left);
  const Rect r = draw_tag(f, ImGui::GetBackgroundDrawList(), at, text, f.colors.accent, f.view);
  f.state.of_model.vertex_title.place = r;
  mark(f, "vertex title", "", r);
}

}  // namespace bindpose::ui
