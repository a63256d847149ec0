#include "ui/explain/chord_draw.h"

#include "scene/explain/mistaken_pose.h"
#include "ui/base/widgets.h"
#include "ui/formula/highlight.h"
#include "ui/formula/math_values.h"
#include "view/marks/chord.h"

namespace bindpose::ui {

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
  out.points.push_back({m.blend, "on the chord: " + m.label, text, 1.2f});
  draw_marks(f, out);
}

}  // namespace bindpose::ui
