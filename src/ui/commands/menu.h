// The bar at the head of the window, and entries of other menus.
#pragma once

#include "ui/commands/commands.h"

namespace bindpose::ui {

// A command as an entry of the menu that is open.
void menu_command(Frame& f, Command command);

void draw_menu_bar(Frame& f);

}  // namespace bindpose::ui
