// The open lesson beside the view: a step's text, its sliders, and where it stands.
#pragma once

#include "ui/commands/commands.h"
#include "ui/frame.h"

namespace bindpose::ui {

// Width of the lesson's column in a window that wide; 0 without a lesson.
float lesson_width(const Frame& f, float window);
void draw_lesson_panel(Frame& f, const Rect& r);
// The formula that the open step shows over the view, with this frame's numbers.
void draw_lesson_formula(Frame& f);
// Sliders of the open step; returns their height when `list` is null and draws nothing.
float lesson_sliders_height(const Frame& f);
void draw_lesson_sliders(Frame& f, vec2 at, float width);

// True where the command is one of the lessons' and was carried out.
bool run_lesson(Frame& f, Command command);

// The keys that were pressed of late, in presenter mode.
void draw_pressed_keys(Frame& f);

}  // namespace bindpose::ui
