// Commands of the menus View and Pose for what is hidden and what is locked.
#include <algorithm>

#include "scene/pose/given_pose.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

bool any_hidden(const Frame& f) {
  return f.model() != nullptr &&
         (!f.scene().marks.hidden.empty() ||
          std::ranges::find(f.scene().mesh_hidden, 1) != f.scene().mesh_hidden.end());
}

// All that are selected are locked: what a second press unlocks.
bool selection_is_locked(const Frame& f) {
  const std::vector<int> chosen = selected_joints(f.scene());
  return !chosen.empty() &&
         std::ranges::all_of(chosen, [&f](int j) { return is_locked(f.scene(), j); });
}

const CommandInfo kMarkCommands[] = {
    {.command = C::HideJoints,
     .name = "hide-joints",
     .group = "Show",
     .menu = "View",
     .label = "Hide joints",
     .keys = {{{K::H, kCtrl}}},
     .text = "hide joint JOINT",
     .available = has_selection,
     .run =
         [](Frame& f) {
           f.edit(HideJoints{selected_joints(f.scene()), true});
         }},
    {.command = C::IsolateJoints,
     .name = "isolate-joints",
     .group = "Show",
     .menu = "View",
     .label = "Isolate joints",
     .keys = {{{K::H, kCtrl | kShift}, {K::PadDivide}}},
     .text = "isolate joint JOINT",
     .available = has_selection,
     .run = [](Frame& f) { f.edit(Isolate{selected_joints(f.scene())}); }},
    {.command = C::ShowAll,
     .name = "show-all",
     .group = "Show",
     .menu = "View",
     .label = "Show all",
     .keys = {{{K::H, kAlt}}},
     .text = "show all",
     .available = any_hidden,
     .run = [](Frame& f) { f.edit(ShowAll{}); }},
    {.command = C::LockJoints,
     .name = "lock-joints",
     .group = "Pose",
     .menu = "Pose",
     .label = "Lock joints",
     .keys = {{{K::L, kCtrl}}},
     .text = "lock|unlock joint JOINT",
     .available = has_selection,
     .is_on = selection_is_locked,
     .run =
         [](Frame& f) {
           f.edit(LockJoints{selected_joints(f.scene()), !selection_is_locked(f)});
         }},
    {.command = C::UnlockAll,
     .name = "unlock-all",
     .group = "Pose",
     .menu = "Pose",
     .label = "Unlock all joints",
     .text = "unlock all",
     .available = [](const Frame& f) { return f.model() && !f.scene().marks.locked.empty(); },
     .run =
         [](Frame& f) {
           f.edit(LockJoints{{}, false});
         }},
};

}  // namespace

std::span<const CommandInfo> mark_commands() {
  return kMarkCommands;
}

}  // namespace bindpose::ui
