#include "scene/numerals.h"

#include <algorithm>
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

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return grouped(n) + " " + std::string(n == 1 ? one : many);
}

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

std::string enumerated(std::span<const std::string> names, std::size_t most) {
  std::string out;
  const std::size_t shown = std::min(names.size(), most), more = names.size() - shown;
  for (std::size_t k = 0; k < shown; ++k) {
    const bool last = k + 1 == shown && more == 0;
    out += (k == 0 ? "" : last ? " and " : ", ") + names[k];
  }
  return more > 0 ? out + " and " + grouped(more) + " more" : out;
}

std::string short_value(float value) {
  if (!std::isfinite(value)) return "not finite";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", static_cast<double>(value == 0.0f ? 0.0f : value));
  return text;
}

}  // namespace bindpose
