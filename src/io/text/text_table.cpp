#include "io/text/text_table.h"

#include <algorithm>

#include "io/text/clean_text.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace {

// Code points, for columns.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned>(c) & 0xc0u) != 0x80u;
  }));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out = shown_text(clean_utf8(text));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = '?';
  }
  return out;
}

std::string table(const std::vector<std::vector<std::string>>& rows, bool left_last) {
  std::vector<std::size_t> wide;
  for (const auto& row : rows) {
    wide.resize(std::max(wide.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) wide[c] = std::max(wide[c], width(row[c]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string gap(wide[c] - width(row[c]), ' ');
      const bool left = c == 0 || (left_last && c + 1 == row.size());
      line += (c == 0 ? " " : "  ") + (left ? row[c] + gap : gap + row[c]);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace bindpose
