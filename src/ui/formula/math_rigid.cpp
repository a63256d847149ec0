// The rigid-bone form Q_j, t_j in the Math tab.
#include "ui/base/widgets.h"
#include "ui/formula/math_parts.h"

namespace bindpose::ui {

namespace {

// Where the form is not what the frame does.
std::string objection(const FormulaValues& v) {
  const RigidFactors& r = v.rigid;
  if (r.stretch > kRigidStretch) {
    return "This pose has scale here: T differs from a rotation by " + cell_text(r.stretch, 3) +
           ", so Q and t cannot say it. The matrices above can.";
  }
  if (r.gap > kRigidGap * r.reach) {
    return std::string(v.joint.parent < 0 ? "The root has moved away from where it was bound by "
                                          : "The joint has left its parent by ") +
           cell_text(r.gap, 3) + ": T v = Q v + t holds, but t does not follow from the parent's.";
  }
  return {};
}

}  // namespace

void draw_rigid(MathContext& c) {
  Frame& f = c.f;
  const bool has_parent = c.values.joint.parent >= 0;
  if (!section(f, "The same with quaternions", "", f.state.math.rigid_open)) return;
  draw_formula_line(c, "rigid turn", rigid_rotation_formula(c.inks, has_parent));
  draw_formula_line(c, "rigid shift", rigid_shift_formula(c.inks, has_parent));
  if (const std::string warning = objection(c.values); !warning.empty()) {
    ImGui::PushTextWrapPos();
    text_colored(f.colors.warning, warning);
    ImGui::PopTextWrapPos();
  } else {
    paragraph(
        f,
        "Bones without scale: T v = Q v + t, with Q a unit quaternion (w, x, y, z). "
        "q_j turns about the axes of the bind pose's world, as Q_p carries them. Written from "
        "the left, Q_j = q* Q_p, the same turn is q* = Q_p q_j Q_p^-1, about the world's "
        "fixed axes.");
  }
  draw_value(c, Symbol::BoneRotation);
  draw_value(c, Symbol::ParentRotation);
  draw_value(c, Symbol::Relative);
  draw_value(c, Symbol::BoneShift);
  draw_value(c, Symbol::ParentShift);
  draw_value(c, Symbol::Center);
}

}  // namespace bindpose::ui
