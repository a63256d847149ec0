// A joint's colour as a small area.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "ui/frame.h"

namespace bindpose::ui {

// Filled with the colour, and with the joint's hatching (view/joints/joint_patterns.h; 0: plain) in
// lines as close as so small an area needs.
void draw_swatch(const Frame& f, ImDrawList* list, const Rect& r, const vec3& color,
                 std::uint8_t pattern = 0);

}  // namespace bindpose::ui
