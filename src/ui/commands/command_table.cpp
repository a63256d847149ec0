// The command table: its parts in the order of help and menus, and what is asked of an entry.
#include <iterator>
#include <vector>

#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

std::vector<CommandInfo> joined() {
  std::vector<CommandInfo> all;
  for (const auto part :
       {file_commands(), draft_commands(), select_commands(), mend_commands(), paint_commands(),
        pose_commands(), ik_commands(), pose_tool_commands(), time_commands(), view_commands(),
        explain_commands(), engine_commands(), mark_commands(), camera_commands(),
        lesson_commands(), window_commands()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

std::span<const CommandInfo> command_table() {
  static const std::vector<CommandInfo> table = joined();
  return table;
}

const CommandInfo& info(Command command) {
  static const auto by_command = [] {
    std::array<const CommandInfo*, kCommands> entry{};
    for (const CommandInfo& c : command_table()) {
      entry[static_cast<std::size_t>(c.command)] = &c;
    }
    return entry;
  }();
  return *by_command[static_cast<std::size_t>(command)];
}

std::vector<MouseHelp> mouse_help(const Frame& f) {
  std::vector<MouseHelp> rows;
  switch (static_cast<OrbitMouse>(f.state.settings.orbit)) {
    case OrbitMouse::Left:
      rows = {{"Left drag", "Orbit"}, {"Shift + drag", "Pan"}};
      break;
    case OrbitMouse::Middle:
      rows = {{"Middle drag", "Orbit"}, {"Shift + middle drag", "Pan"}};
      break;
    case OrbitMouse::Alt:
      rows = {
          {"Alt + left drag", "Orbit"}, {"Alt + middle drag", "Pan"}, {"Alt + right drag", "Zoom"}};
      break;
  }
  if (middle_button_drags_handle(f.state.settings))
    rows.push_back({"Middle drag", "Drag the last handle again"});
  constexpr MouseHelp kAlways[] = {
      {"Wheel", "Zoom to the mouse"},
      {"Click", "Select a joint"},
      {"Ctrl or Shift + click", "Select several joints"},
      {"Ctrl + drag", "Select in a box"},
      {"Click in the probe", "Pin a vertex"},
      {"Ctrl in a drag", "Snap on or off"},
      {"Shift in a drag", "Fine"},
      {"Right click in a drag", "Cancel"},
  };
  rows.insert(rows.end(), std::begin(kAlways), std::end(kAlways));
  return rows;
}

std::string shortcut_text(const Frame& f, Command command) {
  const Binding first = keys_of(f.state.settings.keys, info(command))[0];
  return shortcut_text(first.key, first.modifiers);
}

namespace {

// The bind pose is shown while a skeleton is drafted: what changed the pose would not be seen.
// Both sides at once means its joints then.
bool stopped_by_draft(const Frame& f, const CommandInfo& c) {
  const std::string_view group = c.group;
  const bool poses = group == "Pose" || group == "Pose tools" || group == "Time";
  return poses && c.command != Command::ToggleSymmetry && f.model() != nullptr && f.drafting();
}

}  // namespace

bool available(const Frame& f, Command command) {
  const CommandInfo& c = info(command);
  return !stopped_by_draft(f, c) && (c.available == nullptr || c.available(f));
}

std::string why_not(const Frame& f, Command command) {
  if (available(f, command)) return "";
  const CommandInfo& c = info(command);
  const std::string_view group = c.group;
  if (group == "Lesson" && f.input.lesson == nullptr) return "no lesson is open";
  if (f.model() == nullptr) return "no model is open";
  if (stopped_by_draft(f, c)) return "a skeleton is made by hand";
  if (c.available == has_selection) return "no joint is selected";
  if (group == "Time" && clip_count(f.scene()) == 0) return "the model has no clip";
  return "nothing to do now";
}

bool is_on(const Frame& f, Command command) {
  const CommandInfo& c = info(command);
  return c.is_on != nullptr && c.is_on(f);
}

std::string label(const Frame& f, Command command) {
  const CommandInfo& c = info(command);
  return c.label + (c.more == nullptr ? std::string() : c.more(f));
}

void run(Frame& f, Command command) {
  if (available(f, command)) info(command).run(f);
}

}  // namespace bindpose::ui
