#include "ui/inline_formula.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace bindpose::ui {

namespace {

constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"sum", "\xCE\xA3"},   {"cdot", "\xC2\xB7"},  {"times", "\xC3\x97"}, {"theta", "\xCE\xB8"},
    {"alpha", "\xCE\xB1"}, {"lambda", "\xCE\xBB"}, {"pi", "\xCF\x80"},   {"le", "\xE2\x89\xA4"},
    {"ge", "\xE2\x89\xA5"}, {"ne", "\xE2\x89\xA0"}, {"to", "\xE2\x86\x92"}};

// The sign that "\name" at the start of `text` stands for, and how many characters that were.
std::pair<std::string, std::size_t> sign_at(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
  const std::string_view name = text.substr(1, end - 1);
  for (const auto& [word, sign] : kSigns) {
    if (word == name) return {std::string(sign), end};
  }
  return {std::string(name), end};
}

// Bytes of the UTF-8 character that starts here.
std::size_t character_size(std::string_view text) {
  std::size_t n = 1;
  while (n < text.size() && (static_cast<unsigned char>(text[n]) & 0xC0u) == 0x80u) ++n;
  return n;
}

std::string with_signs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] == '\\') {
      const auto [sign, used] = sign_at(text);
      out += sign;
      text.remove_prefix(used);
    } else {
      out += text[0] == '-' ? std::string("\xE2\x80\x93") : std::string(1, text[0]);
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace

std::vector<FormulaRun> formula_runs(std::string_view text) {
  std::vector<FormulaRun> runs;
  const auto add = [&runs](const std::string& s, int level, bool same_place) {
    if (!same_place && !runs.empty() && runs.back().level == level && !runs.back().same_place) {
      runs.back().text += s;
    } else {
      runs.push_back({s, level, same_place});
    }
  };
  while (!text.empty()) {
    if ((text[0] == '_' || text[0] == '^') && text.size() > 1) {
      const int level = text[0] == '_' ? -1 : 1;
      const bool same_place = !runs.empty() && runs.back().level == -level;
      text.remove_prefix(1);
      if (text[0] == '{') {
        const std::size_t end = std::min(text.find('}'), text.size());
        add(with_signs(text.substr(1, end - 1)), level, same_place);
        text.remove_prefix(std::min(end + 1, text.size()));
      } else if (text[0] == '\\') {
        const auto [sign, used] = sign_at(text);
        add(sign, level, same_place);
        text.remove_prefix(used);
      } else {
        const std::size_t n = character_size(text);
        add(with_signs(text.substr(0, n)), level, same_place);
        text.remove_prefix(n);
      }
      continue;
    }
    const std::size_t n = text[0] == '\\' ? sign_at(text).second : character_size(text);
    add(with_signs(text.substr(0, n)), 0, false);
    text.remove_prefix(n);
  }
  return runs;
}

}  // namespace bindpose::ui
