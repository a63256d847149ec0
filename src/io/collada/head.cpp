#include "io/collada/head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr std::size_t kHeadBytes = 4 * 4096;

// The value of `key` (" id=") in an opening tag, entities replaced; "" when it is not there.
std::string xml_attribute(std::string_view element, std::string_view key) {
  const std::size_t at = element.find(key);
  if (at == element.npos || at + key.size() >= element.size()) return {};
  const char quote = element[at + key.size()];
  const std::string_view rest = element.substr(at + key.size() + 1);
  if (quote != '"' && quote != '\'') return {};
  std::string value(rest.substr(0, rest.find(quote)));
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  for (const auto& [entity, character] : kEntities) {
    for (std::size_t i = value.find(entity); i != value.npos; i = value.find(entity, i + 1)) {
      value.replace(i, entity.size(), 1, character);
    }
  }
  return value;
}

}  // namespace

std::unordered_map<std::string, std::string> collada_node_names(std::string_view text) {
  constexpr std::string_view kOpen = "<node ";
  std::unordered_map<std::string, std::string> names;
  for (std::size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    const std::string_view element = text.substr(at, text.find('>', at) - at);
    const std::string id = xml_attribute(element, " id=");
    const std::string name = xml_attribute(element, " name=");
    if (!id.empty() && !name.empty()) names.try_emplace(id, name);
  }
  return names;
}

double collada_metres(std::string_view text) {
  const std::string_view head = text.substr(0, kHeadBytes);
  const std::size_t unit = head.find("<unit");
  if (unit == head.npos) return 1.0;
  const std::string_view element = head.substr(unit, head.find('>', unit) - unit);
  const std::size_t meter = element.find("meter=");
  if (meter == element.npos || meter + 7 >= element.size()) return 1.0;
  const double metres = std::strtod(std::string(element.substr(meter + 7)).c_str(), nullptr);
  return std::isfinite(metres) && metres > 0.0 ? metres : 1.0;
}

void check_collada_counts(std::string_view text, const std::filesystem::path& path) {
  constexpr std::string_view kCount = " count=\"";
  constexpr std::string_view kElements[] = {"_array", "accessor", "triangles", "poly",
                                            "vertex_weights"};
  for (std::size_t at = text.find(kCount); at != text.npos; at = text.find(kCount, at)) {
    at += kCount.size();
    const std::string_view stated = text.substr(at, text.find('"', at) - at);
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(stated.data(), stated.data() + stated.size(), count);
    const bool too_many = error == std::errc::result_out_of_range || count > text.size();
    if (!too_many && !stated.starts_with('-')) continue;
    const std::size_t open = text.rfind('<', at);
    if (open == text.npos) continue;
    const std::string_view tag = text.substr(open, text.find_first_of(" \t\r\n", open) - open);
    if (std::none_of(std::begin(kElements), std::end(kElements),
                     [&](std::string_view e) { return tag.find(e) != tag.npos; })) {
      continue;
    }
    throw ImportError(quoted_path(path) + " was not opened: it says count=\"" +
                      clean_text(stated.substr(0, 40)) +
                      "\", which is more than it can hold; export it again.");
  }
}

}  // namespace bindpose
