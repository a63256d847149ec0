// Commands of the menu Edit on whole poses: copy, paste, mirror, both sides at once.
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
                         : "Mirrored " + counted(joints.size(), "joint") + ".");
  f.edit(MirrorPose{std::move(joints)});
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
