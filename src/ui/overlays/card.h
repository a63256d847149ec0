// What lies over the whole window until it is closed: help, letters, about.
#pragma once

#include <optional>

#include "ui/frame.h"

namespace bindpose::ui {

// A window in the middle, at most that large, that the mouse can close; true while it stays open.
// ImGui::End() has to follow. `corner`: there, and not in the middle.
bool begin_card(Frame& f, const char* title, vec2 size, const std::optional<vec2>& corner = {});

}  // namespace bindpose::ui
