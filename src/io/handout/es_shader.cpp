#include "io/handout/es_shader.h"

#include <algorithm>
#include <utility>

namespace bindpose {
namespace {

constexpr std::pair<std::string_view, std::string_view> kEsWords[] = {
    {"samplerBuffer", "highp sampler2D"}, {"texelFetch(", "fetch_row("}};

std::string with_words(std::string line) {
  for (const auto& [from, to] : kEsWords) {
    for (std::size_t at = line.find(from); at != std::string::npos;
         at = line.find(from, at + to.size())) {
      line.replace(at, from.size(), to);
    }
  }
  return line;
}

}  // namespace

std::string es_shader(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with("#line")) out += with_words(std::string(line)) + "\n";
  }
  return out;
}

}  // namespace bindpose
