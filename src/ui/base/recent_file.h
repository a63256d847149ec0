// A file that was opened before, with its small picture.
#pragma once

#include "ui/frame.h"

namespace bindpose::ui {

// UiInput::recent[i] as a line of a list: picture, name, folder. True where it was clicked.
bool draw_recent_row(Frame& f, std::size_t i, float width);
// The same as a card of that width with the name below.
bool draw_recent_card(Frame& f, std::size_t i, float width);
float recent_card_height(const Frame& f, float width);

}  // namespace bindpose::ui
