// What lies over the whole window until it is closed: help, letters, about.
#pragma once

#include <optional>

#include "ui/frame.h"

namespace bindpose::ui {

// A window in the middle, at most that large, that the mouse can close; true while it stays open.
// ImGui::End() has to follow. `corner`: there, and not in the middle. `place`: the mouse can drag
// it by its title, over panels as well; it stays between the bars, whole, when the window shrinks,
// too.
bool begin_card(Frame& f, const char* title, vec2 size, const std::optional<vec2>& corner = {},
                CardPlace* place = nullptr);

// Before the end of a card's own scrolled part: arrows, the Page keys, Home and End scroll it
// (HelpState::takes()).
void scroll_by_keys(Frame& f);

}  // namespace bindpose::ui
