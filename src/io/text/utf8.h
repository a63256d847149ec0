// Telling text from bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace bindpose {

// Length of the valid UTF-8 sequence at the front of `text`, which is not empty; 0 when there is
// none.
std::size_t utf8_sequence(std::string_view text);

}  // namespace bindpose
