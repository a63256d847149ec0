#include "io/files/base64.h"

#include <algorithm>
#include <array>

namespace bindpose {
namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64_encoded(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  out.reserve(bytes.size() * 4 / 3 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = std::uint32_t{bytes[i]} << 16;
    if (have > 1) group |= std::uint32_t{bytes[i + 1]} << 8;
    if (have > 2) group |= std::uint32_t{bytes[i + 2]};
    for (std::size_t k = 0; k < 4; ++k) {
      out.push_back(k <= have ? kBase64[(group >> (18 - 6 * k)) & 63] : '=');
    }
  }
  return out;
}

std::vector<std::uint8_t> base64_decoded(std::string_view text) {
  static const std::array<int, 256> digit = [] {
    std::array<int, 256> d;
    d.fill(-1);
    for (std::size_t i = 0; i < kBase64.size(); ++i) {
      d[static_cast<unsigned char>(kBase64[i])] = static_cast<int>(i);
    }
    return d;
  }();
  std::vector<std::uint8_t> out;
  out.reserve(text.size() * 3 / 4);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const int value = digit[static_cast<unsigned char>(c)];
    if (value < 0) continue;
    group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.push_back(static_cast<std::uint8_t>(group >> bits));
  }
  return out;
}

}  // namespace bindpose
