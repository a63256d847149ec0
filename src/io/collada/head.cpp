#include "io/collada/head.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

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

}  // namespace bindpose
