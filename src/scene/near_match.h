// "Did you mean ...?" for names that a user typed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

// Number of single-character insertions, deletions, replacements and swaps of neighbours that turn
// `a` into `b` (optimal string alignment), letter case ignored (ASCII). Bytes, not code points.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidates most like `word`, best first: equal but for case, then few edits away (at most a
// third of the word's length, at least 2), then those that contain the word.
std::vector<std::string> near_matches(std::string_view word,
                                      std::span<const std::string> candidates,
                                      std::size_t limit = 3);

// "; did you mean "a", "b" or "c"?" or "" when there is no near match.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// With a full stop at its end, unless there is a mark that ends a sentence, as of such a question.
std::string as_sentence(std::string sentence);

}  // namespace bindpose
