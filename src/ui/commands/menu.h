// The bar at the head of the window, and entries of other menus.
#pragma once

#include "ui/commands/commands.h"

namespace bindpose::ui {

// A command as an entry of the menu that is open.
void menu_command(Frame& f, Command command);
// In other words where the place says more: "Leave without building" where a draft is open. No
// switch: without its check mark.
void menu_command_as(Frame& f, Command command, const char* words, bool is_switch);

void draw_menu_bar(Frame& f);

}  // namespace bindpose::ui
