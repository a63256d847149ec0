// The beginning of a file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace bindpose {

// Its first `most` bytes, or all where it has fewer; "" where it can not be read.
std::string file_head(const std::filesystem::path& path, std::size_t most);

}  // namespace bindpose
