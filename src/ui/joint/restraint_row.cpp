#include "ui/joint/restraint_row.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

// Held, it previews; let go, it is one step of undo.
void restraint_field(Frame& f, const char* name, float value, float most, float speed,
                     const char* format, float width, RestrainJoint (*edit)(int, float),
                     int joint) {
  ImGui::PushID(name);
  ImGui::SetNextItemWidth(width);
  compat::push_font(mono_font());
  const bool changed = number_field(f, "##v", value, speed, format);
  ImGui::PopFont();
  mark(f, name);
  const RestrainJoint wanted = edit(joint, std::clamp(value, 0.0f, most));
  if (changed && std::isfinite(value)) f.edit(wanted, Phase::Preview);
  const bool escape = key_pressed(Key::Escape);
  if (ImGui::IsItemDeactivated() && f.document().in_gesture()) {
    f.edit(wanted, escape ? Phase::Cancel : Phase::Commit);
  } else if (ImGui::IsItemActive() && escape) {
    ImGui::ClearActiveID();
    f.edit(wanted, Phase::Cancel);
  }
  ImGui::PopID();
}

}  // namespace

void draw_restraint(Frame& f, int joint) {
  if (toggle(f, "lock", "Locked", is_locked(f.scene(), joint))) run(f, Command::LockJoints);
  tooltip(f, "No edit of the pose changes it", Command::LockJoints);
  const JointRestraint now = restraint_of(f.scene(), joint);
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  text_dim(f, "Inverse kinematics");
  restraint_field(
      f, "ik limit", now.limit, 180.0f, 0.5f, now.limit < 180.0f ? "within %.0f deg" : "no limit",
      width,
      [](int j, float v) {
        return RestrainJoint{j, v};
      },
      joint);
  tooltip(f, "The bone stays within so many degrees of where the base pose has it");
  ImGui::SameLine(0.0f, gap);
  restraint_field(
      f, "ik stiffness", now.stiffness, 1.0f, 0.005f, "stiffness %.2f", width,
      [](int j, float v) {
        return RestrainJoint{j, std::nullopt, v};
      },
      joint);
  tooltip(f, "0: turns freely, 1: does not turn");
}

}  // namespace bindpose::ui
