#include "io/handout/bound_text.h"

#include <algorithm>
#include <utility>

#include "io/handout/html.h"
#include "math/ascii.h"

namespace bindpose::handout {

namespace {

constexpr std::string_view kBoundBlank = "\u00a0";
constexpr std::string_view kUnits[] = {"cm", "cm\u00b2", "cm\u00b3", "mm", "m",  "km", "l",
                                       "s",  "ms",       "kg",       "%",  "MB", "KB", "degrees"};
constexpr std::string_view kRelations[] = {"=",      "<",      ">",      "\u2260", "\u2264",
                                           "\u2265", "\u2248", "\u2192", "\u2208"};

bool ends_word(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

// The word that begins there, without the sign that ends a sentence or its part.
std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && !ends_word(text[end])) ++end;
  std::string_view word = text.substr(at, end - at);
  while (!word.empty() && std::string_view(".,;:)!?").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return word;
}

std::string_view word_before(std::string_view text, std::size_t at) {
  std::size_t from = at;
  while (from > 0 && !ends_word(text[from - 1])) --from;
  return text.substr(from, at - from);
}

bool binds(std::string_view text, std::size_t blank) {
  const std::string_view before = word_before(text, blank), after = word_at(text, blank + 1);
  if (std::ranges::find(kRelations, before) != std::end(kRelations)) return true;
  if (std::ranges::find(kRelations, after) != std::end(kRelations)) return before.size() == 1;
  return !before.empty() && is_digit(before.back()) &&
         std::ranges::find(kUnits, after) != std::end(kUnits);
}

}  // namespace

std::string bound_text(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == ' ' && binds(text, k)) {
      out += kBoundBlank;
    } else {
      out += text[k];
    }
  }
  return out;
}

void BoundLine::plain(std::string_view text) {
  const std::string bound = bound_text(text);
  std::string piece;
  for (const char c : bound) {
    if (!ends_word(c)) {
      piece += c;
      continue;
    }
    if (!piece.empty()) ++parts_;
    word_ += html_text(std::exchange(piece, {}));
    close();
    out_ += c;
  }
  if (!piece.empty()) ++parts_;
  word_ += html_text(piece);
}

void BoundLine::whole(const std::string& html) {
  word_ += html;
  ++wholes_;
  ++parts_;
}

void BoundLine::run(const std::string& html) {
  close();
  out_ += html;
}

std::string BoundLine::finish() {
  close();
  return std::exchange(out_, {});
}

void BoundLine::close() {
  const bool atom = wholes_ > 0 && parts_ > 1;
  out_ += atom ? "<span class=\"atom\">" + word_ + "</span>" : word_;
  word_.clear();
  wholes_ = parts_ = 0;
}

}  // namespace bindpose::handout
