// Tables of text as the command line prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/numerals.h"

namespace bindpose {

// Valid UTF-8 on one line: names come from files and must not steer the terminal.
std::string printable(std::string_view text);

// One line a row, indented. The first column is flush left, and so is the last where `left_last`;
// numbers between are flush right.
std::string table(const std::vector<std::vector<std::string>>& rows, bool left_last);

}  // namespace bindpose
