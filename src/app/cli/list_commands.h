// `bindpose --list-commands [--json]`: what keys and menus do, from the table that they work by.
#pragma once

#include <string>

#include "ui/commands/key_map.h"

namespace bindpose::app {

// A line a command: its name, the keys that are set, its menu and its text form, in columns. JSON:
// an array of objects with "name", "group", "label", "keys" (objects with "key" and "where":
// "anywhere", "view", "lesson", "presenting" or "tree"), "menu" (the entries to choose, "Edit >
// Undo"; "" where no menu has it) and "text" (the edit that it makes, as `--edit` takes it; ""
// where it makes none).
std::string command_list(bool json, const ui::KeyMap& keys);

}  // namespace bindpose::app
