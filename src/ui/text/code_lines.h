// Lines of a program in a narrow column.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose::ui {

// Lines of more than `columns` letters (of ASCII, as programs are written; others count as their
// bytes) go on in the next one, four letters farther in than they
// began: after a blank or a comma, else an opening bracket, else where they end. Nothing is left
// out but the blank at which a line was broken.
std::string wrap_code(const std::string& lines, std::size_t columns);

// In letters.
std::size_t longest_line(const std::string& lines);

}  // namespace bindpose::ui
