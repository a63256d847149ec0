#include "rig/pose/side_names.h"

#include <algorithm>
#include <utility>

#include "math/ascii.h"

namespace bindpose {
namespace {

// What stands around a piece of a name; 0 at its ends.
struct Beside {
  char before, after, second;

  Beside(std::string_view name, std::size_t i, std::size_t length)
      : before(i > 0 ? name[i - 1] : '\0'),
        after(i + length < name.size() ? name[i + length] : '\0'),
        second(i + length + 1 < name.size() ? name[i + length + 1] : '\0') {}
};

// No part of a longer word ("leftover").
bool is_word(std::string_view word, const Beside& a) {
  return (!is_letter(a.before) || !is_lower(word[0])) && !is_lower(a.after);
}

// "arm.L", "l_arm", "arm_l_01", "mixamorig:L_arm".
bool stands_alone(std::string_view name, const Beside& a) {
  return !is_letter(a.before) && !is_letter(a.after) && name.size() > 1;
}

// "LArm", "lShldr"; "handL", "armL_01".
bool is_set_off(char letter, const Beside& a) {
  const bool first = !is_letter(a.before) && is_upper(a.after) && is_lower(a.second);
  const bool last = is_upper(letter) && is_lower(a.before) && !is_letter(a.after);
  return first || last;
}

void add(std::vector<OtherSide>& out, std::string_view name, std::size_t i, std::size_t length,
         std::string_view other, bool left) {
  std::string text(name.substr(0, i));
  text += other;
  text += name.substr(i + length);
  if (std::ranges::find(out, text, &OtherSide::name) == out.end()) out.push_back({text, left});
}

using Pair = std::pair<std::string_view, std::string_view>;

template <std::size_t N, typename Fits>
void add_all(const Pair (&pairs)[N], std::string_view name, std::vector<OtherSide>& out,
             const Fits& fits) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    for (const auto& [left, right] : pairs) {
      if (name.substr(i, left.size()) == left && fits(left, Beside(name, i, left.size())))
        add(out, name, i, left.size(), right, true);
      if (name.substr(i, right.size()) == right && fits(right, Beside(name, i, right.size())))
        add(out, name, i, right.size(), left, false);
    }
  }
}

}  // namespace

std::vector<OtherSide> other_sides(std::string_view name) {
  constexpr Pair kWords[] = {{"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}};
  constexpr Pair kSigns[] = {{"\xE5\xB7\xA6", "\xE5\x8F\xB3"}};  // UTF-8 of the two characters
  constexpr Pair kShort[] = {{"lf", "rt"}, {"lf", "rf"},   {"lt", "rt"},  {"Lf", "Rt"},
                             {"Lf", "Rf"}, {"Lt", "Rt"},   {"LF", "RT"},  {"LF", "RF"},
                             {"LT", "RT"}, {"lft", "rgt"}, {"Lft", "Rgt"}};
  constexpr std::string_view kLetters = "LRlr", kOthers = "RLrl";
  constexpr std::size_t kLongest = 1000;  // no name of a joint; every letter of it might be a side
  std::vector<OtherSide> out;
  if (name.size() > kLongest) return out;
  add_all(kWords, name, out, is_word);
  add_all(kSigns, name, out, [](std::string_view, const Beside&) { return true; });
  const auto each_letter = [&](const auto& fits) {
    for (std::size_t i = name.size(); i-- > 0;) {
      const std::size_t letter = kLetters.find(name[i]);
      if (letter == std::string_view::npos || !fits(name[i], Beside(name, i, 1))) continue;
      add(out, name, i, 1, kOthers.substr(letter, 1), letter % 2 == 0);
    }
  };
  each_letter([&](char, const Beside& a) { return stands_alone(name, a); });
  add_all(kShort, name, out,
          [&](std::string_view, const Beside& a) { return stands_alone(name, a); });
  each_letter(is_set_off);
  return out;
}

std::string other_side(std::string_view name) {
  const std::vector<OtherSide> all = other_sides(name);
  return all.empty() ? std::string() : all.front().name;
}

}  // namespace bindpose
