// Text of a file made fit to be shown.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace bindpose {

// Valid UTF-8 without control characters; what is neither becomes '?'.
std::string clean_text(std::string_view text);

// A sentence so, for a terminal, which would obey the control characters of a file's names. What is
// longer than a person reads, for a name in it is, is cut and ends with "...".
std::string shown_sentence(std::string_view text);

// The path so, in quotes: how sentences name a file.
std::string quoted_path(const std::filesystem::path& path);

}  // namespace bindpose
