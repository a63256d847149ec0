#include "io/text/clean_text.h"

#include <cstdio>

#include "io/text/utf8.h"

namespace bindpose {
namespace {

char32_t letter_of(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0);
  char32_t out = byte(0) & (0xFFu >> (sequence.size() + 1));
  for (std::size_t i = 1; i < sequence.size(); ++i) out = out << 6 | (byte(i) & 0x3Fu);
  return out;
}

// Facts: Unicode, Bidi_Control (PropList.txt), C0, C1, and the two separators.
bool misleads(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool turns = c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                     (c >= 0x2066 && c <= 0x2069);
  return control || turns || c == 0x2028 || c == 0x2029;
}

// `stand_in` of each letter that misleads; '\n' and '\t' stay.
template <typename StandIn>
std::string without_misleading(std::string_view text, StandIn stand_in) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    const char32_t c = length > 0 ? letter_of(text.substr(0, length)) : U'\uFFFD';
    if (c == '\n' || c == '\t' || (length > 0 && !misleads(c))) {
      out.append(text.substr(0, length));
    } else {
      out += stand_in(c);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace

std::string shown_text(std::string_view text) {
  return without_misleading(text, [](char32_t) { return "?"; });
}

std::string shown_json(std::string_view text) {
  return without_misleading(text, [](char32_t c) {
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c) & 0xFFFFu);
    return std::string(escaped);
  });
}

std::string clean_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    const bool printable =
        length > 1 || (length == 1 && static_cast<unsigned char>(text[0]) >= 32 && text[0] != 127);
    if (printable) {
      out.append(text.substr(0, length));
    } else {
      out.push_back('?');
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string shown_sentence(std::string_view text) {
  constexpr std::size_t kMost = 2000;
  if (text.size() <= kMost) return clean_text(shown_text(text));
  std::size_t end = kMost;  // not inside a letter of several bytes
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return clean_text(shown_text(text.substr(0, end))) + "...";
}

std::string quoted_path(const std::filesystem::path& path) {
  return "\"" + clean_text(shown_text(path.string())) + "\"";
}

}  // namespace bindpose
