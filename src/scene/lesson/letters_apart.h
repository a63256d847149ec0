// Letters with an index in what is no formula, as in the summary of a lesson: "T_j".
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace bindpose {

inline constexpr std::string_view kInNames =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

struct LetterPiece {
  std::string_view text;  // within what was taken apart
  bool is_letter = false;
};

// The whole text, in its order. A letter is one or two signs, "_" and one more ("T_j", "Ul_j");
// names ("upper_arm") are none. Nothing is copied: the text has to live as long.
inline std::vector<LetterPiece> letters_apart(std::string_view text) {
  std::vector<LetterPiece> out;
  while (!text.empty()) {
    const bool named = kInNames.find(text[0]) != std::string_view::npos;
    const std::size_t end = named ? text.find_first_not_of(kInNames) : text.find_first_of(kInNames);
    const std::string_view whole = text.substr(0, std::min(end, text.size()));
    const std::string_view word =
        named ? whole.substr(0, whole.find_last_not_of('.') + 1) : std::string_view{};
    const std::size_t score = word.find('_');
    const bool letter = (score == 1 || score == 2) && word.size() == score + 2;
    if (letter) out.push_back({word, true});
    const std::string_view rest = letter ? whole.substr(word.size()) : whole;
    if (!rest.empty()) out.push_back({rest});
    text.remove_prefix(whole.size());
  }
  return out;
}

}  // namespace bindpose
