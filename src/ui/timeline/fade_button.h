// The clip that is shown faded into another one: which, how far, and what belongs together.
#pragma once

#include "ui/base/rect.h"

namespace bindpose::ui {

struct Frame;

bool can_fade(const Frame& f);
// Between both clips, along `width`; `id` is that of the mark.
void draw_fade_slider(Frame& f, const char* id, float width);
void draw_fade_button(Frame& f);
// What the button opens, above `bar`.
void draw_fade_popup(Frame& f, const Rect& bar);

}  // namespace bindpose::ui
