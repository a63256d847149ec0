// other_side(): what a joint's name is called on the other side.
#include <cctype>
#include <utility>

#include "view/joint_colors.h"

namespace bindpose {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

// A letter that says a side stands alone: "arm.L", "l_arm", "arm_l_01", "mixamorig:L_arm".
bool stands_alone(std::string_view name, std::size_t i) {
  const bool before = i == 0 || !is_letter(name[i - 1]);
  const bool after = i + 1 == name.size() || !is_letter(name[i + 1]);
  return before && after && name.size() > 1;
}

// Whether `word` begins at i and is no part of a longer word ("leftover").
bool has_word(std::string_view name, std::size_t i, std::string_view word) {
  if (name.substr(i, word.size()) != word) return false;
  const std::size_t end = i + word.size();
  const bool before = i == 0 || !is_letter(name[i - 1]) || !is_lower(word[0]);
  const bool after = end == name.size() || !is_lower(name[end]);
  return before && after;
}

}  // namespace

std::string other_side(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}};
  constexpr std::string_view kLetters = "LRlr", kOthers = "RLrl";
  for (std::size_t i = 0; i < name.size(); ++i) {
    for (const auto& [left, right] : kWords) {
      for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
        if (!has_word(name, i, from)) continue;
        return std::string(name.substr(0, i)) + std::string(to) +
               std::string(name.substr(i + from.size()));
      }
    }
  }
  for (std::size_t i = name.size(); i-- > 0;) {
    const std::size_t letter = kLetters.find(name[i]);
    if (letter == std::string_view::npos || !stands_alone(name, i)) continue;
    std::string other(name);
    other[i] = kOthers[letter];
    return other;
  }
  return {};
}

}  // namespace bindpose
