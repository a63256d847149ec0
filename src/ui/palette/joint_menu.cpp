// The menu of a joint.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "scene/numerals.h"
#include "scene/pose/given_pose.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/menu.h"
#include "ui/palette/palette.h"

namespace bindpose::ui {

namespace {

constexpr const char* kJointPopup = "joint menu";

// A line is drawn above the first of a group.
constexpr Command kOfJoint[] = {
    Command::FrameSelection, Command::SelectParent,  Command::SelectChild,
    Command::SelectBelow,    Command::SelectPartner, Command::ResetJoint,
    Command::ResetSubtree,   Command::CopyPose,      Command::PastePose,
    Command::PasteMirrored,  Command::CopyMatrix,    Command::LockJoints,
    Command::HideJoints,     Command::IsolateJoints, Command::HoldJoint,
    Command::VerticesOfJoint};
constexpr Command kFirstOfGroup[] = {Command::FrameSelection, Command::ResetJoint,
                                     Command::LockJoints};

std::string whose(const Frame& f) {
  const std::size_t n = selected_joints(f.scene()).size();
  return n > 1 ? counted_joints(n)
               : f.model()->skeleton.name[static_cast<std::size_t>(f.selected())];
}

}  // namespace

vec2 beside_point(const Frame& f, const vec3& displayed) {
  const vec3 at = project(f.input.camera, f.viewport(), displayed);
  return glm::clamp(f.view.lo + vec2(at) + vec2(f.px(12)), f.view.lo, f.view.hi);
}

bool begin_joint_popup(Frame& f, const char* popup, const std::string& whose) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(12), f.px(8)));
  if (!ImGui::BeginPopup(popup)) {
    ImGui::PopStyleVar(2);
    return false;
  }
  text_dim(f, elided(whose, f.px(240)));
  return true;
}

void end_joint_popup() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

void draw_joint_menu(Frame& f) {
  PaletteState& s = f.state.palette;
  if (f.model() == nullptr || f.selected() < 0) {
    // A row of the tree selects its joint and asks in one frame: it is selected in the next one.
    if (f.model() == nullptr || f.out.edits.empty()) s.joint_menu = false;
    return;
  }
  if (std::exchange(s.joint_menu, false)) {
    ImGui::OpenPopup(kJointPopup);
    f.out.wants_next_frame = true;
    if (std::exchange(s.at_joint, false))
      ImGui::SetNextWindowPos(
          im(beside_point(f, joint_position(f.scene(), f.input.posed, f.selected()))));
  }
  if (!begin_joint_popup(f, kJointPopup, whose(f))) return;
  for (const Command command : kOfJoint) {
    if (std::ranges::find(kFirstOfGroup, command) != std::end(kFirstOfGroup)) ImGui::Separator();
    menu_command(f, command);
  }
  end_joint_popup();
}

}  // namespace bindpose::ui
