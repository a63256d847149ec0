// Lengths in the unit that the settings choose. What is kept, edited and written as text stays in
// the unit that it had.
#pragma once

#include <string>

#include "ui/frame.h"

namespace bindpose::ui {

// How numbers are shown that are kept in units of so many metres.
struct ShownLength {
  double factor = 1.0;  // what is shown of 1
  double metres = 1.0;  // of 1 that is shown
  std::string name;     // "centimetres"
  std::string sign;     // " cm"
  int decimals = 3;
};
// `each`: metres of the unit that is shown where the settings leave every number its own.
ShownLength shown_length(const Frame& f, double kept_metres, double each);

// Metres of the unit that the settings choose for all lengths; 0: each has its own. `units` is
// Settings::units.
double chosen_unit(int units, const Model* model);

// The settings choose one unit for all lengths.
bool one_unit(const Frame& f);
// A length in metres in that unit; `usual` where there is none.
std::string length_text(const Frame& f, double metres, const std::string& usual);

// "1.61 cm", "1.25 m", "2.4 mm": three digits that count.
std::string three_digits(float metres);

}  // namespace bindpose::ui
