// A number that is dragged, or typed after one click: as a number or as an expression ("90/4",
// "-(1+2)*3"; "*2" and "/4" go on from what the field held).
#pragma once

#include <optional>
#include <string_view>

#include "ui/frame.h"

namespace bindpose::ui {

// The value of sums, products and brackets of decimal numbers; `before` is what a leading * or /
// goes on from. None where the text is anything else or its value is not finite.
std::optional<double> expression_value(std::string_view text, double before);

// Like ImGui::DragFloat without limits; true where the value changed. Text that is no expression
// leaves the value as it was before, and the status bar says so.
bool number_field(Frame& f, const char* id, float& value, float speed, const char* format);

}  // namespace bindpose::ui
