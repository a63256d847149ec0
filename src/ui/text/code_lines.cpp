#include "ui/text/code_lines.h"

#include <algorithm>

namespace bindpose::ui {

namespace {

constexpr std::size_t kDeeper = 4;

// How many letters of it stay; those before `indent` are no place to break.
std::size_t break_of(const std::string& line, std::size_t indent, std::size_t columns) {
  std::size_t bracket = columns;
  for (std::size_t end = columns; end > indent + 1; --end) {
    const char last = line[end - 1], next = line[end];
    if (next == ' ' || last == ' ' || last == ',') return end;
    if (last == '(' && bracket == columns) bracket = end;
  }
  // Within a letter of several bytes there is no place.
  const auto within = [&](std::size_t at) { return (line[at] & 0xc0) == 0x80; };
  while (bracket > indent + 1 && within(bracket)) --bracket;
  return bracket;
}

void add_line(std::string line, std::size_t columns, std::string& out) {
  std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t deeper = std::min(indent + kDeeper, columns / 2);
  while (line.size() > columns) {
    const std::size_t end = break_of(line, indent, columns);
    std::string rest = line.substr(end);
    rest.erase(0, rest.find_first_not_of(' '));
    line.resize(end);
    while (line.size() > indent && line.back() == ' ') line.pop_back();
    out += line + '\n';
    if (rest.empty()) return;
    line = std::string(deeper, ' ') + rest;
    indent = deeper;
  }
  out += line + '\n';
}

}  // namespace

std::string wrap_code(const std::string& lines, std::size_t columns) {
  columns = std::max<std::size_t>(columns, 2 * kDeeper);
  std::string out;
  for (std::size_t at = 0; at <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    add_line(lines.substr(at, end - at), columns, out);
    at = end + 1;
  }
  out.pop_back();  // what ended without a line's end still does
  return out;
}

std::size_t longest_line(const std::string& lines) {
  std::size_t longest = 0, at = 0;
  for (std::size_t end = 0; end != std::string::npos; at = end + 1) {
    end = lines.find('\n', at);
    longest = std::max(longest, std::min(end, lines.size()) - at);
  }
  return longest;
}

}  // namespace bindpose::ui
