// For io/diff/*.cpp: how numbers of a comparison are written.
#pragma once

#include <cstdio>
#include <string>

#include "scene/diff/scene_diff.h"
#include "scene/numerals.h"

namespace bindpose {

inline std::string metres_text(double x) {
  return x < 0.01 ? short_number(1000.0 * x) + " mm" : short_number(x) + " m";
}

inline std::string degrees_text(double x) {
  return short_number(x) + (x == 1.0 ? " degree" : " degrees");
}

inline std::string apart_text(const Apart& apart) {
  const std::string text = metres_text(apart.metres) + ", " + degrees_text(apart.degrees);
  return apart.scale > 0.0 ? text + ", scale " + short_number(apart.scale) : text;
}

// To the tenth of a millisecond: --time shows that moment.
inline std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f s", seconds);
  return text;
}

}  // namespace bindpose
