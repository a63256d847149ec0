// The program by keyboard alone. Tab and Shift+Tab walk over fields and buttons, a frame shows
// where they are, Enter or Space presses, Escape gives the keys back to the view. F10 or Alt goes
// to the menus; in them, and in everything that pops up, arrows, Enter and Escape are Dear ImGui's.
// Ctrl+Tab goes from panel to panel.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

// A widget that Tab stops at, in the frame that it was drawn in.
struct FocusStop {
  unsigned int id = 0, window = 0, root = 0;  // ImGui's, of the widget and the windows around it
  Rect rect;
  bool typed = false;  // text or a number
  bool tree = false;   // all rows of the joint tree
};

// Where the keyboard is.
struct KeyboardFocus {
  std::vector<FocusStop> stops;  // in the order of drawing
  unsigned int id = 0;           // the stop that has the focus; 0: none, the view has the keys
  bool presses = false;          // it is a button: Enter presses it
  bool menus = false;            // the menu bar has it
  bool to_menus = false;         // and takes it in the next frame
  // A field lets go at the start of the next frame, where it sees it and takes what was typed.
  bool lets_go = false;
  bool arrows = false;               // it is a slider: Left, Right, Home and End move it
  bool plane = false;                // it is moved by all four arrows
  bool cells = false;                // a table is walked by arrows, and typed in
  unsigned int to_window = 0;        // ImGui's, that has the next stop
  bool popup = false;                // a menu or a list was open at the end of the last frame
  std::vector<unsigned int> panels;  // ImGui's, of this frame, in the order of drawing
  std::map<unsigned int, unsigned int> left_at;  // by panel: the stop that had the focus there
  unsigned int back = 0;  // the stop that gets the focus again when the dialog is gone
};

// Called for every widget that was just made (mark() does): Tab stops there.
void note_focus_stop(Frame& f, std::string_view name);

// A stop that cannot be noted as the last item: the button of a list that is open.
void keep_focus_stop(Frame& f, const FocusStop& stop);
// The frame of the tree, which is one stop, lies around the last item, or around the window where
// that is out of sight.
void place_tree_focus(Frame& f, bool in_sight);
// The current window is one that Ctrl+Tab stops at.
void note_panel(Frame& f);
// The last item, a button of a dialog that was just opened, has the focus; what had it before has
// it again when the dialog is gone.
void take_focus(Frame& f);

// The next (1) or previous (-1) stop. A field is typed in at once.
void move_focus(Frame& f, int step);
// The next or previous panel, where it was left; behind the last one the view has the keys.
void move_to_panel(Frame& f, int step);
// Into the menus, and out again.
void focus_menus(Frame& f);
// The view has the keys.
void drop_focus(Frame& f);
// In the menu bar, after each of its menus: the first takes the focus when F10 asked for it.
void offer_menu(Frame& f);

// Whether Tab went to the last item.
bool has_focus(const Frame& f);
// The last item is a slider. Where it has the focus: how many steps the arrows move it now, Home
// and End as many as there are; 0 otherwise.
int slider_steps(Frame& f);
// The last item is moved about by all four arrows. Where it has the focus: by how many steps now, x
// to the right and y down.
vec2 arrow_steps(Frame& f);
// Whether such a key is held down there.
bool slider_key_held(const Frame& f);

// Once a frame: before the widgets, and after them.
void begin_focus(Frame& f);
void end_focus(Frame& f);

// A menu or a list is open: all keys are its own.
bool focus_is_in_menus(const Frame& f);
// Enter, Space or Escape of this frame is for what has the focus.
bool focus_takes_press(const Frame& f);
// Whether Enter presses what has the focus.
bool focus_takes_enter(const Frame& f);

}  // namespace bindpose::ui
