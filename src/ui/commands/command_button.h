// Commands as buttons and tooltips.
#pragma once

#include <string>

#include "ui/base/icons.h"
#include "ui/commands/commands.h"

namespace bindpose::ui {

// Tooltip of the last item, with the command's shortcut behind it.
void tooltip(Frame& f, const std::string& text, Command command);
// Icon button of a command: state, tooltip and action from the table.
void command_button(Frame& f, Command command, Icon icon);

}  // namespace bindpose::ui
