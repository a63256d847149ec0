// Numbers as people read them: one way for the window, legends, tables and reports.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose {

// "8,312"
std::string grouped(std::size_t n);

// Three significant digits, "not finite" where there are none, never "-0".
std::string short_value(float value);

}  // namespace bindpose
