// Text of a file made fit to be shown.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace bindpose {

// Valid UTF-8 without control characters; what is neither becomes '?'.
std::string clean_text(std::string_view text);

// The path so, in quotes: how sentences name a file.
std::string quoted_path(const std::filesystem::path& path);

}  // namespace bindpose
