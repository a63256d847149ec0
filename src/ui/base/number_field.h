// A number that is dragged, or typed after one click: as a number or as an expression ("90/4",
// "-(1+2)*3"; "*2", "/4", "+=10" and "-=10" go on from what the field held).
#pragma once

#include <optional>
#include <string_view>

#include "ui/frame.h"

namespace bindpose::ui {

// The value of sums, products and brackets of decimal numbers; `before` is what a leading *, / or
// +=, -=, *=, /= goes on from. None where the text is anything else or its value is not finite.
// Where `metres` is above 0 numbers may have a unit behind them, m, cm, mm, km, in or ft, and are
// converted to units of so many metres: "12 cm + 1in".
std::optional<double> expression_value(std::string_view text, double before, double metres = 0.0);

// 0 for what the format ("%.2f") shows as a sign before nothing, "-0.00"; any other value as it is.
float without_lone_sign(float value, const char* format);

// Like ImGui::DragFloat without limits; true where the value changed. Text that is no expression
// leaves the value as it was before, and the status bar says so.
// `metres`: of the unit that it shows, where it is a length.
bool number_field(Frame& f, const char* id, float& value, float speed, const char* format,
                  double metres = 0.0);

// Sliders of ImGui that are made while one lives are typed in after a double click, as they are
// after a click with Ctrl.
class TypedByDoubleClick {
 public:
  TypedByDoubleClick();
  ~TypedByDoubleClick();
  TypedByDoubleClick(const TypedByDoubleClick&) = delete;
  TypedByDoubleClick& operator=(const TypedByDoubleClick&) = delete;

 private:
  bool ctrl_;
};

// Like ImGui::SliderFloat, with a bar up to the value in place of a knob, which would lie over the
// digits. `flags`: ImGuiSliderFlags.
bool bar_slider(Frame& f, const char* id, float& value, float least, float most, const char* format,
                int flags = 0);

}  // namespace bindpose::ui
