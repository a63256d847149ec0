// Text in the room that there is: shortened, or broken into lines.
#include <algorithm>

#include "math/ascii.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

// What stands for hidden letters: "...", with their last number, which is what tells the joints of
// a chain apart ("...017...").
std::string hidden_part(const std::string& hidden) {
  constexpr std::size_t kLongest = 6;
  std::size_t end = hidden.size();
  while (end > 0 && !is_digit(hidden[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_digit(hidden[begin - 1])) --begin;
  if (begin == end || end - begin > kLongest) return "...";
  return (begin > 0 ? "..." : "") + hidden.substr(begin, end - begin) +
         (end < hidden.size() ? "..." : "");
}

}  // namespace

std::string wrapped(const std::string& text, float width) {
  std::string out;
  std::size_t line = 0;  // where it starts in `out`
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = elided(text.substr(at, end - at), width);
    const bool first = line == out.size();
    if (!first && ImGui::CalcTextSize((out.substr(line) + " " + word).c_str()).x > width) {
      out += '\n';
      line = out.size();
    } else if (!first) {
      out += ' ';
    }
    out += word;
    at = end + 1;
  }
  return out;
}

std::string elided(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  const auto is_continuation = [&text](std::size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  };
  bool with_number = true;
  const auto candidate = [&](std::size_t keep) {
    std::size_t head = keep - keep / 2, tail = text.size() - keep / 2;
    while (is_continuation(head)) --head;
    while (is_continuation(tail)) ++tail;
    const std::string hidden = text.substr(head, tail - head);
    return text.substr(0, head) + (with_number ? hidden_part(hidden) : "...") + text.substr(tail);
  };
  with_number = ImGui::CalcTextSize(candidate(0).c_str()).x <= width;
  std::size_t low = 0, high = text.size();
  while (low + 1 < high) {
    const std::size_t middle = (low + high) / 2;
    (ImGui::CalcTextSize(candidate(middle).c_str()).x <= width ? low : high) = middle;
  }
  return candidate(low);
}

}  // namespace bindpose::ui
