// Commands of the menu Pose: the gizmo, resets, base poses.
#include <algorithm>

#include "scene/time/timeline.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

bool has_clip(const Frame& f) {
  return chosen_clip(f.scene()) != nullptr;
}

// A clip is shown, and something was done to it.
bool can_bake(const Frame& f) {
  const Pose& pose = f.scene().pose;
  if (!f.model() || pose.base != BasePose::Clip || !has_clip(f)) return false;
  if (pose.timeline.fade) return true;
  const auto is_set = [](const auto& m) { return m.has_value(); };
  return std::ranges::any_of(pose.user_local, [](const mat4& m) { return m != mat4(1.0f); }) ||
         std::ranges::any_of(pose.user_morph, is_set);
}

bool is_added_clip(const Frame& f) {
  return f.model() && f.scene().pose.base == BasePose::Clip &&
         f.scene().pose.clip >= static_cast<int>(f.model()->clips.size()) &&
         f.scene().pose.clip < clip_count(f.scene());
}

// The selected joint, with all below where that is asked for; of several that are selected, all, in
// one step of undo.
template <bool below>
void reset_selected(Frame& f) {
  const Selection& selection = f.scene().selection;
  if (selection.also.empty()) {
    f.edit(below ? Edit(ResetSubtree{f.selected()}) : Edit(ResetJoint{f.selected()}));
    return;
  }
  const Skeleton& s = f.model()->skeleton;
  SetPose pose{f.scene().pose.user_local, f.scene().pose.user_morph};
  pose.resets = true;
  for (int j = 0; j < s.size(); ++j) {
    if (!is_selected(selection, j)) continue;
    const int end = below ? s.subtree_end[static_cast<std::size_t>(j)] : j + 1;
    std::fill(pose.user_local.begin() + j, pose.user_local.begin() + end, mat4(1.0f));
  }
  f.edit(pose);
}

template <GizmoMode mode>
void set_gizmo(Frame& f) {
  ViewSettings v = f.scene().view;
  v.gizmo_mode = mode;
  f.state.of_model.gizmo.hidden = f.state.select_only = false;
  v.probe = false;
  f.set_view(v);
}

template <GizmoMode mode>
bool has_gizmo(const Frame& f) {
  return f.scene().view.gizmo_mode == mode && !f.scene().view.probe && !f.state.select_only;
}

template <GizmoMode mode>
void drag_now(Frame& f) {
  GizmoState& gizmo = f.state.of_model.gizmo;
  gizmo.refused = f.selected() < 0;
  if (gizmo.refused) return f.say("Select a joint first: click one in the view.");
  f.state.box = {};  // the later command wins
  gizmo.wanted = mode;
  gizmo.hidden = false;
  f.out.wants_next_frame = true;
}

void cycle_space(Frame& f) {
  if (f.scene().view.gizmo_mode == GizmoMode::Scale) {
    f.say(kScaleIsLocal);
    return;
  }
  ViewSettings v = f.scene().view;
  v.gizmo_space = static_cast<GizmoSpace>((static_cast<int>(v.gizmo_space) + 1) % 3);
  f.set_view(v);
}

template <BasePose base>
void set_base(Frame& f) {
  f.edit(SetBasePose{base, -1});
}

template <BasePose base>
bool has_base(const Frame& f) {
  return f.model() && f.scene().pose.base == base;
}

// G, R, S as in Blender. With Shift they choose what the gizmo's handles do.
const CommandInfo kPoseCommands[] = {
    {.command = C::MoveNow,
     .name = "move-now",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Move now",
     .keys = {{{K::G}}},
     .available = has_model,
     .run = drag_now<GizmoMode::Translate>},
    {.command = C::RotateNow,
     .name = "rotate-now",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Rotate now",
     .keys = {{{K::R}}},
     .available = has_model,
     .run = drag_now<GizmoMode::Rotate>},
    {.command = C::ScaleNow,
     .name = "scale-now",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Scale now",
     .keys = {{{K::S}}},
     .available = has_model,
     .run = drag_now<GizmoMode::Scale>},
    {.command = C::SelectTool,
     .name = "select-only",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Select, without handles",
     .keys = {{{K::Q, kShift}}},
     .is_on = [](const Frame& f) { return f.state.select_only; },
     .run = [](Frame& f) { f.state.select_only = !f.state.select_only; }},
    {.command = C::Translate,
     .name = "move",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Move",
     .keys = {{{K::G, kShift}, {K::W}}},
     .text = "view gizmo translate",
     .is_on = has_gizmo<GizmoMode::Translate>,
     .run = set_gizmo<GizmoMode::Translate>},
    {.command = C::Rotate,
     .name = "rotate",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Rotate",
     .keys = {{{K::R, kShift}, {K::E}}},
     .text = "view gizmo rotate",
     .is_on = has_gizmo<GizmoMode::Rotate>,
     .run = set_gizmo<GizmoMode::Rotate>},
    {.command = C::Scale,
     .name = "scale",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Scale",
     .keys = {{{K::S, kShift}}},
     .text = "view gizmo scale",
     .is_on = has_gizmo<GizmoMode::Scale>,
     .run = set_gizmo<GizmoMode::Scale>},
    {.command = C::Probe,
     .name = "probe",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Probe vertices",
     .keys = {{{K::P}}},
     .text = "view probe on|off",
     .is_on = [](const Frame& f) { return f.scene().view.probe; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           v.probe = !v.probe;
           f.set_view(v);
         }},
    {.command = C::CycleSpace,
     .name = "next-axes",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Axes: local, parent, world",
     .keys = {{{K::X}}},
     .text = "view space local|parent|world",
     .run = cycle_space},
    {.command = C::TogglePivot,
     .name = "common-pivot",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Common pivot",
     .keys = {{{K::Period, kCtrl}}},
     .text = "view pivot own|common",
     .is_on = [](const Frame& f) { return f.scene().view.gizmo_pivot == GizmoPivot::Common; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           const bool common = v.gizmo_pivot == GizmoPivot::Own;
           v.gizmo_pivot = common ? GizmoPivot::Common : GizmoPivot::Own;
           f.set_view(v);
           if (!f.scene().selection.also.empty()) return;
           f.say(common ? "Several selected joints turn about a common point."
                        : "Several selected joints turn each about its own origin.");
         }},
    {.command = C::ToggleSnap,
     .name = "snap",
     .group = "Gizmo",
     .menu = "Pose",
     .label = "Snap to steps",
     .keys = {{{K::Q}}},
     .text = "view snap on|off",
     .is_on = [](const Frame& f) { return f.scene().view.snap; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           v.snap = !v.snap;
           f.set_view(v);
         }},

    {.command = C::ResetJoint,
     .name = "reset-joint",
     .group = "Pose",
     .menu = "Pose",
     .label = "Reset joint",
     .keys = {{{K::Delete}, {K::R, kAlt}}},
     .text = "reset joint JOINT",
     .available = has_selection,
     .run = reset_selected<false>},
    {.command = C::ResetSubtree,
     .name = "reset-subtree",
     .group = "Pose",
     .menu = "Pose",
     .label = "Reset joint and all below",
     .keys = {{{K::Delete, kShift}}},
     .text = "reset subtree JOINT",
     .available = has_selection,
     .run = reset_selected<true>},
    {.command = C::ResetAll,
     .name = "reset-all",
     .group = "Pose",
     .menu = "Pose",
     .label = "Reset all joints",
     .keys = {{{K::Delete, kCtrl}}},
     .text = "reset all",
     .available = has_model,
     .run = [](Frame& f) { f.edit(ResetAll{}); }},
    {.command = C::BaseBind,
     .name = "bind-pose",
     .group = "Pose",
     .menu = "Pose",
     .label = "Bind pose",
     .keys = {{{K::Num1, kShift}}},
     .text = "base bind",
     .available = has_model,
     .is_on = has_base<BasePose::Bind>,
     .run = set_base<BasePose::Bind>},
    {.command = C::BaseRest,
     .name = "rest-pose",
     .group = "Pose",
     .menu = "Pose",
     .label = "Rest pose",
     .keys = {{{K::Num2, kShift}}},
     .text = "base rest",
     .available = has_model,
     .is_on = has_base<BasePose::Rest>,
     .run = set_base<BasePose::Rest>},
    {.command = C::BaseClip,
     .name = "clip",
     .group = "Pose",
     .menu = "Pose",
     .label = "Clip",
     .keys = {{{K::Num3, kShift}}},
     .text = "base clip",
     .available = has_clip,
     .is_on = has_base<BasePose::Clip>,
     .run = set_base<BasePose::Clip>},
    {.command = C::BakeClip,
     .name = "bake-clip",
     .group = "Pose",
     .menu = "Pose",
     .label = "Bake edits into a new clip",
     .text = "bake clip",
     .available = can_bake,
     .run = [](Frame& f) { f.edit(BakeClip{}); }},
    {.command = C::DropClip,
     .name = "drop-clip",
     .group = "Pose",
     .menu = "Pose",
     .label = "Remove this added clip",
     .text = "drop clip NAME",
     .available = is_added_clip,
     .run = [](Frame& f) { f.edit(DropClip{f.scene().pose.clip}); }},
};

}  // namespace

std::span<const CommandInfo> pose_commands() {
  return kPoseCommands;
}

}  // namespace bindpose::ui
