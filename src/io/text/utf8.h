// Telling text from bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bindpose {

// Length of the valid UTF-8 sequence at the front of `text`, which is not empty; 0 when there is
// none.
std::size_t utf8_sequence(std::string_view text);

// How many bytes stand before the first word: the mark of text in UTF-8, and blanks.
std::size_t text_start(std::string_view text);

// Whether bytes begin with the mark of text in UTF-16.
bool has_utf16_mark(std::string_view bytes);
// Such text without its mark. Units that are no character become U+FFFD, an odd byte at the end
// goes.
std::string utf16_as_utf8(std::string_view bytes);

}  // namespace bindpose
