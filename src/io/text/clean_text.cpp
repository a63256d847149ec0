#include "io/text/clean_text.h"

#include "io/text/utf8.h"

namespace bindpose {

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
  if (text.size() <= kMost) return clean_text(text);
  std::size_t end = kMost;  // not inside a letter of several bytes
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return clean_text(text.substr(0, end)) + "...";
}

std::string quoted_path(const std::filesystem::path& path) {
  return "\"" + clean_text(path.string()) + "\"";
}

}  // namespace bindpose
