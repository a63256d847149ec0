// Numbers as people read them: one way for the window, legends, tables and reports.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace bindpose {

// "8,312"
std::string grouped(std::size_t n);

// "1 vertex", "8,312 vertices"
std::string counted(std::size_t n, std::string_view one, std::string_view many);
inline std::string counted_vertices(std::size_t n) {
  return counted(n, "vertex", "vertices");
}
inline std::string counted_joints(std::size_t n) {
  return counted(n, "joint", "joints");
}
inline std::string counted_influences(std::size_t n) {
  return counted(n, "influence", "influences");
}

// Three significant digits, for sentences: "0.0123", "1.2e-05".
std::string short_number(double x);

// "A", "A and B", "A, B and C"; of more than `most`, "A, B, C and 2 more".
std::string enumerated(std::span<const std::string> names,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

// Three significant digits, "not finite" where there are none, never "-0".
std::string short_value(float value);

}  // namespace bindpose
