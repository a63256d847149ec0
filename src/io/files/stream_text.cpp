#include "io/files/stream_text.h"

#include <vector>

namespace bindpose {

std::string remaining_text(std::istream& in) {
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  const auto most = static_cast<std::streamsize>(block.size());
  for (std::streamsize n; (n = in.rdbuf()->sgetn(block.data(), most)) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace bindpose
