// For io/diff/*.cpp: how numbers of a comparison are written.
#pragma once

#include <cstdio>
#include <string>

#include "scene/numerals.h"

namespace bindpose {

inline std::string metres_text(double x) {
  return x < 0.01 ? short_number(1000.0 * x) + " mm" : short_number(x) + " m";
}

// To the tenth of a millisecond: --time shows that moment.
inline std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f s", seconds);
  return text;
}

}  // namespace bindpose
