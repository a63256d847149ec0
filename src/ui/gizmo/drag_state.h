// What the files of this folder share of a drag in progress.
#pragma once

#include "ui/frame.h"
#include "ui/gizmo/gizmo.h"

namespace bindpose::ui {

// The mouse in the pane.
vec2 drag_mouse_now(const Frame& f);

// Begins the drag that GizmoState::wanted asks for, where there is a joint to drag.
void begin_wanted_drag(Frame& f);

// Begins one at the handle that was caught last, wherever the mouse is, as Maya's middle button
// does.
void begin_middle_drag(Frame& f, const GizmoFrame& frame);

// What the keys and buttons of this frame make of the drag. Letters and numbers have changed it.
enum class DragEnd { GoesOn, Keep, Cancel };
DragEnd take_drag_keys(Frame& f);

// Puts the typed numbers in the place of the mouse's; false where none are typed.
bool use_typed_amount(Frame& f);

// The numbers that can be typed for it: 1, 2 for a plane to move in, 3 for a move anywhere.
std::size_t amount_fields(const GizmoDrag& drag);

// Lines and arcs of a drag that no handle stands for, and the number beside the mouse.
void draw_redirected(Frame& f);
void draw_drag_amount(Frame& f);

// What inverse kinematics could not do in this drag, in a few words; "" where all is as it was
// asked.
std::string short_of(const Frame& f);

// The sector of a turn, with both its arms.
void draw_turn_pie(Frame& f, const GizmoDrag& drag);

}  // namespace bindpose::ui
