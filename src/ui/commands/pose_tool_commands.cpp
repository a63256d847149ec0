// Commands of the menu Edit on whole poses: copy, paste, mirror, both sides at once.
#include <cstdio>

#include "scene/numerals.h"
#include "scene/pose/given_pose.h"
#include "scene/pose/symmetry.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

void mirror(Frame& f, std::vector<int> joints) {
  const std::string lacking = without_partner(f.scene(), joints);
  f.say(!lacking.empty() ? lacking
        : joints.empty() ? "Mirrored the pose."
                         : "Mirrored " + counted_joints(joints.size()) + ".");
  f.edit(MirrorPose{std::move(joints)});
}

// Four rows of four, as the formulas have it.
void copy_matrix(Frame& f) {
  const auto j = static_cast<std::size_t>(f.selected());
  if (j >= f.input.posed.world.size()) return;
  const mat4& world = f.input.posed.world[j];
  std::string text;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      char number_text[32];
      std::snprintf(number_text, sizeof number_text, "%.9g", double(world[column][row]));
      text += std::string(column == 0 ? "" : " ") + number_text;
    }
    text += "\n";
  }
  copy_text(f, text, "W of " + f.model()->skeleton.name[j]);
}

const CommandInfo kPoseTools[] = {
    {.command = C::CopyPose,
     .name = "copy-pose",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Copy pose",
     .keys = {{{K::C, kCtrl}}},
     // Numbers that the mouse is at were copied by the same keys.
     .available =
         [](const Frame& f) { return has_model(f) && f.state.copied_in != ImGui::GetFrameCount(); },
     .run = [](Frame& f) { f.out.requests.copy_pose = selected_joints(f.scene()); }},
    {.command = C::CopyMatrix,
     .name = "copy-matrix",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Copy the joint's matrix W",
     .available = has_selection,
     .run = copy_matrix},
    {.command = C::PastePose,
     .name = "paste-pose",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Paste pose",
     .keys = {{{K::V, kCtrl}}},
     .available = has_model,
     .run = [](Frame& f) { f.out.requests.paste_pose = Requests::Paste::AsItIs; }},
    {.command = C::PasteMirrored,
     .name = "paste-mirrored",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Paste mirrored",
     .keys = {{{K::V, kCtrl | kShift}}},
     .available = has_model,
     .run = [](Frame& f) { f.out.requests.paste_pose = Requests::Paste::Mirrored; }},
    {.command = C::MirrorPose,
     .name = "mirror-pose",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Mirror",
     .keys = {{{K::M, kCtrl}}},
     .text = "mirror JOINT",
     .available = has_model,
     .more =
         [](const Frame& f) {
           return std::string(f.selected() < 0 ? " the pose" : " to the other side");
         },
     .run = [](Frame& f) { mirror(f, selected_joints(f.scene())); }},
    {.command = C::MirrorWhole,
     .name = "mirror-whole-pose",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Mirror the whole pose",
     .text = "mirror pose",
     .available = has_model,
     .run = [](Frame& f) { mirror(f, {}); }},
    {.command = C::ToggleSymmetry,
     .name = "symmetry",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Symmetric editing",
     .text = "view symmetry on|off",
     .available = has_model,
     .is_on = [](const Frame& f) { return f.scene().view.symmetric; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           v.symmetric = !v.symmetric;
           f.set_view(v);
         }},
    {.command = C::ShowPoses,
     .name = "poses",
     .group = "Pose tools",
     .menu = "Edit",
     .label = "Poses and blending",
     .available = has_model,
     .run =
         [](Frame& f) {
           f.state.right.tab = InspectorTab::Poses;
           f.state.layout.right_open = true;
         }},
};

}  // namespace

std::span<const CommandInfo> pose_tool_commands() {
  return kPoseTools;
}

}  // namespace bindpose::ui
