// Commands where no menu is open: a list that finds them by name, and the menu of a joint that the
// right button opens. Both are the command table's.
#pragma once

#include <string>

#include "ui/base/search_list.h"

namespace bindpose::ui {

struct PaletteState {
  SearchList list;
  bool wanted = false;      // a command opens the list in the next frame
  bool joint_menu = false;  // likewise the menu of what is selected
  bool draft_menu = false;  // likewise that of a joint that is made by hand
  bool at_joint = false;    // by a key: the menu stands beside the joint, not at the mouse
};

// Type to find a command, Enter runs it. Each with its menu and its key; what cannot be done now is
// grey and says why.
void draw_palette(Frame& f);

// What can be done with the joints that are selected.
void draw_joint_menu(Frame& f);
// With the joint that is selected of a skeleton that is made by hand.
void draw_draft_menu(Frame& f);

// For the menus of joints. Where one that a key opens stands: beside the point, in the view.
vec2 beside_point(const Frame& f, const vec3& displayed);
// False where it is not open; else its entries follow, and end_joint_popup().
bool begin_joint_popup(Frame& f, const char* popup, const std::string& whose);
void end_joint_popup();

}  // namespace bindpose::ui
