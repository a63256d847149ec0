#include "ui/commands/command_button.h"

#include "ui/base/widgets.h"

namespace bindpose::ui {

void tooltip(Frame& f, const std::string& text, Command command) {
  const std::string key = shortcut_text(f, command);
  tooltip(f, key.empty() ? text : text + "   " + key);
}

void command_button(Frame& f, Command command, Icon icon) {
  const CommandInfo& command_info = info(command);
  if (icon_button(f, command_info.label, icon, is_on(f, command), available(f, command))) {
    run(f, command);
  }
  tooltip(f, command_info.label, command);
}

}  // namespace bindpose::ui
