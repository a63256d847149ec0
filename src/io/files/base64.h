// The 64 letters of data URIs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

std::string base64_encoded(const std::vector<std::uint8_t>& bytes);
// Skips what is none of the 64 letters, the padding included.
std::vector<std::uint8_t> base64_decoded(std::string_view text);

}  // namespace bindpose
