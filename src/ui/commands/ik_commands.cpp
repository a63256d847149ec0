// Commands of the menu Pose for inverse kinematics: what is pulled, what is held.
#include <algorithm>

#include "scene/edit/ik_edit.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

void toggle_pull(Frame& f) {
  ViewSettings v = f.scene().view;
  v.pull = !v.pull;
  f.set_view(v);
}

bool is_held(const Frame& f, int joint) {
  return std::ranges::binary_search(f.scene().held, joint);
}

// All that are selected are held: what a second press lets go of.
bool selection_is_held(const Frame& f) {
  const Selection& s = f.scene().selection;
  return s.joint >= 0 && is_held(f, s.joint) &&
         std::ranges::all_of(s.also, [&f](int j) { return is_held(f, j); });
}

void hold_or_release(Frame& f) {
  const Selection& s = f.scene().selection;
  std::vector<int> chosen = s.also;
  chosen.push_back(s.joint);
  std::vector<int> held = f.scene().held;
  if (selection_is_held(f)) {
    std::erase_if(held, [&](int j) { return std::ranges::find(chosen, j) != chosen.end(); });
    return f.edit(HoldJoints{held});
  }
  std::erase_if(chosen, [&f](int j) { return !ends_limb(*f.model(), j); });
  if (chosen.empty()) return f.say("This joint has none above it that could turn to hold it.");
  held.insert(held.end(), chosen.begin(), chosen.end());
  f.edit(HoldJoints{held});
}

const CommandInfo kIkCommands[] = {
    {.command = C::TogglePull,
     .name = "pull-limbs",
     .group = "Pose",
     .menu = "Pose",
     .label = "Moving a joint pulls its limb",
     .keys = {{{K::I, kShift}}},
     .text = "view pull on|off",
     .is_on = [](const Frame& f) { return f.scene().view.pull; },
     .run = toggle_pull},
    {.command = C::HoldJoint,
     .name = "hold-joint",
     .group = "Pose",
     .menu = "Pose",
     .label = "Hold the joint in place",
     .keys = {{{K::P, kShift}}},
     .text = "hold JOINT|none",
     .available = has_selection,
     .is_on = selection_is_held,
     .run = hold_or_release},
    {.command = C::ReleaseAll,
     .name = "release-all",
     .group = "Pose",
     .menu = "Pose",
     .label = "Let all held joints go",
     .text = "hold none",
     .available = [](const Frame& f) { return f.model() && !f.scene().held.empty(); },
     .run = [](Frame& f) { f.edit(HoldJoints{}); }},
};

}  // namespace

std::span<const CommandInfo> ik_commands() {
  return kIkCommands;
}

}  // namespace bindpose::ui
