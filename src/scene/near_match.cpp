#include "scene/near_match.h"

#include <algorithm>
#include <utility>

#include "math/ascii.h"

namespace bindpose {
namespace {}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::string x = in_lower_case(std::string(a));
  const std::string y = in_lower_case(std::string(b));
  std::vector<std::size_t> before(y.size() + 1), above(y.size() + 1), row(y.size() + 1);
  for (std::size_t k = 0; k <= y.size(); ++k) above[k] = k;
  for (std::size_t i = 1; i <= x.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= y.size(); ++k) {
      const std::size_t change = x[i - 1] == y[k - 1] ? 0 : 1;
      row[k] = std::min({above[k] + 1, row[k - 1] + 1, above[k - 1] + change});
      const bool swapped = i > 1 && k > 1 && x[i - 1] == y[k - 2] && x[i - 2] == y[k - 1];
      if (swapped) row[k] = std::min(row[k], before[k - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[y.size()];
}

std::vector<std::string> near_matches(std::string_view word,
                                      std::span<const std::string> candidates, std::size_t limit) {
  constexpr std::size_t kLongestWord = 200;  // nobody mistypes more, and the cost is quadratic
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::size_t allowed = std::max<std::size_t>(2, word.size() / 3);
  const std::string needle = in_lower_case(std::string(word));
  std::vector<std::pair<std::size_t, std::size_t>> found;  // cost, index
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string& name = candidates[i];
    const std::size_t longer = std::max(name.size(), word.size());
    const std::size_t shorter = std::min(name.size(), word.size());
    if (longer - shorter <= allowed) {
      const std::size_t d = edit_distance(word, name);
      // A word of which nothing is left is no near match.
      if (d <= allowed && d < shorter) {
        found.emplace_back(d, i);
        continue;
      }
    }
    if (needle.size() >= 3 && in_lower_case(std::string(name)).find(needle) != std::string::npos) {
      found.emplace_back(allowed + 1 + longer - shorter, i);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(limit, found.size()); ++k) {
    names.push_back(candidates[found[k].second]);
  }
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::vector<std::string> names = near_matches(word, candidates);
  if (names.empty()) return {};
  std::string text = "; did you mean ";
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) text += k + 1 == names.size() ? " or " : ", ";
    text += "\"" + names[k] + "\"";
  }
  return text + "?";
}

std::string as_sentence(std::string sentence) {
  const bool is_ended =
      !sentence.empty() && std::string_view(".?!").find(sentence.back()) != std::string_view::npos;
  return is_ended ? sentence : sentence + ".";
}

}  // namespace bindpose
