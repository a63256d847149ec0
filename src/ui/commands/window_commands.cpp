// Commands of the joint tree and of the window itself.
#include "ui/base/focus.h"
#include "ui/base/tree_rows.h"
#include "ui/commands/command_groups.h"
#include "ui/draft/draft_tool.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

void toggle_panels(Frame& f) {
  const bool open = !(f.state.layout.left_open || f.state.layout.right_open);
  f.state.layout.left_open = f.state.layout.right_open = open;
  keep_panels(f);
}

// A panel that the window has no room for comes in the other one's place.
void toggle_panel(bool& open, bool folded, bool& other) {
  if (open && folded) {
    other = false;
  } else {
    open = !open;
  }
}

const CommandInfo kWindowCommands[] = {
    {.command = C::PreviousJoint,
     .name = "joint-above",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Joint above",
     .keys = {{{K::Up}}},
     .repeats = true,
     .text = "select JOINT",
     .available = has_model,
     .run = [](Frame& f) { select_neighbour(f, -1); }},
    {.command = C::NextJoint,
     .name = "joint-below",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Joint below",
     .keys = {{{K::Down}}},
     .repeats = true,
     .text = "select JOINT",
     .available = has_model,
     .run = [](Frame& f) { select_neighbour(f, 1); }},
    {.command = C::FoldJoint,
     .name = "fold-joint",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Fold, or to the parent",
     .keys = {{{K::Left, 0, KeyContext::Tree}}},
     .repeats = true,
     .available = has_selection,
     .run = fold_or_parent},
    {.command = C::UnfoldJoint,
     .name = "unfold-joint",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Unfold, or to the child",
     .keys = {{{K::Right, 0, KeyContext::Tree}}},
     .repeats = true,
     .available = has_selection,
     .run = unfold_or_child},
    {.command = C::FindJoint,
     .name = "find-joint",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Find a joint",
     .keys = {{{K::F, kCtrl}, {K::Slash}}},
     .opens_field = true,
     .available = has_model,
     .run = [](Frame& f) { f.state.layout.left_open = f.state.tree.focus_search = true; }},

    {.command = C::ToggleLeft,
     .name = "left-panel",
     .group = "Window",
     .menu = "View",
     .label = "Left panel",
     .keys = {{{K::F7}}},
     .is_on =
         [](const Frame& f) { return f.state.layout.left_open && !f.state.layout.left_folded; },
     .run =
         [](Frame& f) {
           toggle_panel(f.state.layout.left_open, f.state.layout.left_folded,
                        f.state.layout.right_open);
           keep_panels(f);
         }},
    {.command = C::ToggleRight,
     .name = "right-panel",
     .group = "Window",
     .menu = "View",
     .label = "Right panel",
     .keys = {{{K::F8}}},
     .is_on =
         [](const Frame& f) { return f.state.layout.right_open && !f.state.layout.right_folded; },
     .run =
         [](Frame& f) {
           toggle_panel(f.state.layout.right_open, f.state.layout.right_folded,
                        f.state.layout.left_open);
           keep_panels(f);
         }},
    {.command = C::TogglePanels,
     .name = "side-panels",
     .group = "Window",
     .menu = "View",
     .label = "Side panels",
     .keys = {{{K::F9}}},
     .is_on = [](const Frame& f) { return f.state.layout.left_open || f.state.layout.right_open; },
     .run = toggle_panels},
    {.command = C::FindCommand,
     .name = "find-command",
     .group = "Window",
     .menu = "Help",
     .label = "Find a command",
     .keys = {{{K::F3}, {K::P, kCtrl | kShift}}},
     .opens_field = true,
     .run = [](Frame& f) { f.state.palette.wanted = true; }},
    {.command = C::JointMenu,
     .name = "joint-menu",
     .group = "Window",
     .label = "Menu of the joint",
     .keys = {{{K::F10, kShift}}},
     .available = [](const Frame& f) { return has_selection(f) || selected_draft_joint(f) >= 0; },
     .run =
         [](Frame& f) {
           PaletteState& s = f.state.palette;
           (selected_draft_joint(f) >= 0 ? s.draft_menu : s.joint_menu) = s.at_joint = true;
         }},
    {.command = C::NextPanel,
     .name = "next-panel",
     .group = "Window",
     .label = "Next panel",
     .keys = {{{K::Tab, kCtrl}}},
     .while_typing = true,
     .run = [](Frame& f) { move_to_panel(f, 1); }},
    {.command = C::PreviousPanel,
     .name = "previous-panel",
     .group = "Window",
     .label = "Panel before",
     .keys = {{{K::Tab, kCtrl | kShift}}},
     .while_typing = true,
     .run = [](Frame& f) { move_to_panel(f, -1); }},
    {.command = C::NextField,
     .name = "next-field",
     .group = "Window",
     .label = "Next field or button",
     .keys = {{{K::Tab}}},
     .repeats = true,
     .while_typing = true,
     .run = [](Frame& f) { move_focus(f, 1); }},
    {.command = C::PreviousField,
     .name = "previous-field",
     .group = "Window",
     .label = "The one before",
     .keys = {{{K::Tab, kShift}}},
     .repeats = true,
     .while_typing = true,
     .run = [](Frame& f) { move_focus(f, -1); }},
    {.command = C::MenuBar,
     .name = "menu-bar",
     .group = "Window",
     .label = "Menus: then arrows, Enter, Esc",
     .keys = {{{K::F10}, {K::LeftAlt}}},
     .while_typing = true,
     .run = focus_menus},
    {.command = C::Help,
     .name = "help",
     .group = "Window",
     .menu = "Help",
     .label = "Keyboard and mouse",
     .keys = {{{K::F1}}},
     .while_typing = true,
     .is_on = [](const Frame& f) { return f.state.help.open; },
     .run = [](Frame& f) { f.state.help.open = !f.state.help.open; }},
    {.command = C::Letters,
     .name = "letters",
     .group = "Window",
     .menu = "Help",
     .label = "Letters and words",
     .is_on = [](const Frame& f) { return f.state.help.letters; },
     .run = [](Frame& f) { f.state.help.letters = !f.state.help.letters; }},
    {.command = C::LastMessage,
     .name = "last-message",
     .group = "Window",
     .menu = "Help",
     .label = "Last message",
     .available = [](const Frame& f) { return !f.state.message.last.empty(); },
     .is_on = [](const Frame& f) { return !f.state.message.text.empty(); },
     .run =
         [](Frame& f) {
           MessageState& message = f.state.message;
           message.text.empty() ? message.show_again() : message.dismiss();
         }},
    {.command = C::About,
     .name = "about",
     .group = "Window",
     .menu = "Help",
     .label = "About Bindpose",
     .run = [](Frame& f) { f.state.help.about = !f.state.help.about; }},
};

}  // namespace

std::span<const CommandInfo> window_commands() {
  return kWindowCommands;
}

}  // namespace bindpose::ui
