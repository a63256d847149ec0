#include "ui/joint/restraint_row.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

// Held, it previews; let go, it is one step of undo.
void restraint_field(Frame& f, const std::string& name, float value, float speed,
                     const char* format, float width,
                     const std::function<RestrainJoint(float)>& edit) {
  ImGui::PushID(name.c_str());
  ImGui::SetNextItemWidth(width);
  compat::push_font(mono_font());
  const bool changed = number_field(f, "##v", value, speed, format);
  ImGui::PopFont();
  mark(f, name.c_str());
  const RestrainJoint wanted = edit(value);
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

RestrainJoint ranged(int joint, AxisRange range) {
  return {joint, std::nullopt, std::nullopt, range};
}

void draw_axis(Frame& f, int joint, int axis, const JointRestraint& now) {
  const auto k = static_cast<std::size_t>(axis);
  const std::string letter(1, "xyz"[k]);
  const float gap = f.px(4), label = f.px(14), button = f.px(22);
  const float width =
      std::floor((ImGui::GetContentRegionAvail().x - label - button - 3.0f * gap) / 2.0f);
  const AxisRange range{axis, now.low[k], now.high[k]};
  align_text();
  const float left = ImGui::GetCursorPosX();
  text_colored(f.colors.axis[k], letter);
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + label + gap);
  const bool from = range.low > -180.0f, to = range.high < 180.0f;
  restraint_field(f, "limit from " + letter, range.low, 0.5f,
                  from ? "from %.4g\xC2\xB0" : "from any", width, [&](float v) {
                    const float low = std::clamp(v, -180.0f, range.high);
                    return ranged(joint, {axis, low, range.high});
                  });
  tooltip(f, "The least angle about its own " + letter + ", as the Euler angles XYZ above have it");
  ImGui::SameLine(0.0f, gap);
  restraint_field(f, "limit to " + letter, range.high, 0.5f, to ? "to %.4g\xC2\xB0" : "to any",
                  width, [&](float v) {
                    const float high = std::clamp(v, range.low, 180.0f);
                    return ranged(joint, {axis, range.low, high});
                  });
  tooltip(f, "The largest angle about its own " + letter);
  ImGui::SameLine(0.0f, gap);
  if (icon_button(f, ("no limit " + letter).c_str(), Icon::Reset, false, from || to, 22.0f)) {
    f.edit(ranged(joint, {axis}));
  }
  mark(f, "no limit ", letter);
  tooltip(f, "No limit about " + letter);
}

void draw_axes(Frame& f, int joint, const JointRestraint& now) {
  std::string limited;
  for (std::size_t k = 0; k < 3; ++k) {
    if (now.limits_axis(k)) limited += (limited.empty() ? "" : " ") + std::string(1, "xyz"[k]);
  }
  if (!section(f, "Limits about its axes", limited, f.state.limits_open)) return;
  for (int axis = 0; axis < 3; ++axis) draw_axis(f, joint, axis, now);
}

}  // namespace

void draw_restraint(Frame& f, int joint) {
  if (toggle(f, "lock", "Locked", is_locked(f.scene(), joint))) run(f, Command::LockJoints);
  tooltip(f, "No edit of the pose changes it", Command::LockJoints);
  const JointRestraint now = restraint_of(f.scene(), joint);
  const float gap = f.px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  text_dim(f, "Inverse kinematics");
  restraint_field(f, "ik limit", now.limit, 0.5f,
                  now.limit < 180.0f ? "within %.0f deg" : "no limit", width, [joint](float v) {
                    return RestrainJoint{joint, std::clamp(v, 0.0f, 180.0f)};
                  });
  tooltip(f, "The bone stays within so many degrees of where the base pose has it");
  ImGui::SameLine(0.0f, gap);
  restraint_field(f, "ik stiffness", now.stiffness, 0.005f, "stiffness %.2f", width,
                  [joint](float v) {
                    return RestrainJoint{joint, std::nullopt, std::clamp(v, 0.0f, 1.0f)};
                  });
  tooltip(f, "0: turns freely, 1: does not turn");
  draw_axes(f, joint, now);
}

}  // namespace bindpose::ui
