// What a file's first bytes say about its format, whatever its ending says.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "io/model_file.h"

namespace bindpose {

inline constexpr std::size_t kSignatureBytes = std::size_t{1}
                                               << 16;  // enough of a file to judge by

// False where a file of `size` bytes that begins with `head` can not be of the format.
bool may_be(FileFormat format, std::string_view head, std::size_t size);

// The format whose mark `head` bears, if it bears one.
std::optional<FileFormat> format_by_content(std::string_view head);

// "an FBX file"
const char* format_noun(FileFormat format);

}  // namespace bindpose
