#include "io/files/file_head.h"

#include <algorithm>
#include <fstream>

namespace bindpose {

std::string file_head(const std::filesystem::path& path, std::size_t most) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::string text(error ? 0 : std::min<std::uintmax_t>(most, size), '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace bindpose
