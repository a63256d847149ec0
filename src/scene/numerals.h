// Numbers as people read them: one way for the window, legends, tables and reports.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>

namespace bindpose {

// "8,312"
std::string grouped(std::size_t n);

// Three significant digits, for sentences: "0.0123", "1.2e-05".
std::string short_number(double x);

// "A", "A and B", "A, B and C"; of more than `most`, "A, B, C and 2 more".
std::string enumerated(std::span<const std::string> names,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

// Three significant digits, "not finite" where there are none, never "-0".
std::string short_value(float value);

}  // namespace bindpose
