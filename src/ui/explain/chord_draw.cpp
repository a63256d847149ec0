#include "ui/explain/chord_draw.h"

#include <algorithm>

#include "scene/explain/mistaken_pose.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/widgets.h"
#include "ui/formula/highlight.h"
#include "ui/formula/math_values.h"
#include "view/marks/chord.h"

namespace bindpose::ui {

namespace {

// Wider than this part of the view a name would lie over what it names.
constexpr float kWidestName = 0.45f;

// Below, in the middle of what the view's axes leave, clear of legends and formula.
void draw_chord_caption(Frame& f, const std::string& words) {
  const vec2 size = from_im(ImGui::CalcTextSize(words.c_str())) + f.px(2) * vec2(6.0f, 2.0f);
  const float right = std::min(f.seen.hi.x, axes_place(f).lo.x);
  const vec2 corner(0.5f * (f.seen.lo.x + right - size.x), f.seen.hi.y - size.y - f.px(12));
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const Rect place = clear_of_cards(f, {corner, corner + size});
  const Rect r = draw_tag(f, list, place.lo, words, f.colors.text, f.seen);
  f.state.words.labels.push_back(r);
  mark(f, "lit:", words, r);
}

}  // namespace

void draw_chord(Frame& f) {
  if (!f.model() || !f.scene().view.chord) return;
  const VertexRef& at = f.scene().selection.probed();
  const PosedScene wrong =
      f.mistake == Mistake::None ? PosedScene{} : with_mistake(f.scene(), f.input.posed, f.mistake);
  const PosedScene& posed = f.mistake == Mistake::None ? f.input.posed : wrong;
  const ChordMark m = chord_mark(vertex_factors(f.scene(), posed, at, Deformer::Linear).terms);
  if (m.kind == ChordMark::None) return;
  Highlight out;
  const vec3 text = f.colors.text,
             color[2] = {f.joint_color(m.joint[0]), f.joint_color(m.joint[1])};
  out.lines.push_back({{m.end[0], m.blend}, color[0], 2.5f, 1.0f});
  out.lines.push_back({{m.blend, m.end[1]}, color[1], 2.5f, 1.0f});
  if (m.kind == ChordMark::Turn) {
    out.lines.push_back({m.arc, f.colors.accent, 2.0f, 1.0f});
    for (const vec3& end : {m.end[0], m.end[1], m.turned})
      out.lines.push_back({{m.center, end}, text, 1.0f, 0.45f});
    out.lines.push_back({{m.blend, m.turned}, f.colors.error, 2.0f, 1.0f});
    out.points.push_back({m.turned, "on the arc", f.colors.accent, 1.0f});
  }
  for (std::size_t k = 0; k < 2; ++k)
    out.points.push_back({m.end[k], "by " + name_of_joint(*f.model(), m.joint[k]), color[k], 1.0f});
  const std::string name = "on the chord", whole = name + ": " + m.label;
  const bool fits = ImGui::CalcTextSize(whole.c_str()).x < kWidestName * f.seen.size().x;
  out.points.push_back({m.blend, fits ? whole : name, text, 1.2f});
  draw_marks(f, out);
  if (!fits) draw_chord_caption(f, m.label);
}

}  // namespace bindpose::ui
