#include "scene/numerals.h"

#include <cmath>
#include <cstdio>

namespace bindpose {

std::string grouped(std::size_t n) {
  std::string digits = std::to_string(n);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  }
  return digits;
}

std::string short_value(float value) {
  if (!std::isfinite(value)) return "not finite";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", static_cast<double>(value == 0.0f ? 0.0f : value));
  return text;
}

}  // namespace bindpose
