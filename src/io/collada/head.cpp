#include "io/collada/head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr std::size_t kColladaHeadBytes = 4 * 4096;
constexpr std::string_view kXmlBlanks = " \t\r\n";

std::string_view behind_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kXmlBlanks), text.size()));
}

// What stands in quotes behind an attribute's name that ends at `at`.
std::optional<std::string_view> value_behind(std::string_view text, std::size_t at) {
  std::string_view rest = behind_blanks(text.substr(at));
  if (!rest.starts_with('=')) return std::nullopt;
  rest = behind_blanks(rest.substr(1));
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return std::nullopt;
  const char quote = rest.front();
  rest.remove_prefix(1);
  return rest.substr(0, rest.find(quote));
}

// What is wrong with a count in a text of so many letters; null: nothing. Behind a number anything
// may stand, as Assimp has it; hexadecimal ones it would read, which nobody writes.
const char* wrong_count(std::string_view stated, std::size_t letters) {
  constexpr const char* kNone = "which is no number of things";
  stated = behind_blanks(stated);
  if (stated.starts_with('+')) stated.remove_prefix(1);
  if (stated.starts_with("0x") || stated.starts_with("0X")) return kNone;
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(stated.data(), stated.data() + stated.size(), count);
  if (error == std::errc::invalid_argument) return kNone;
  const bool too_many = error == std::errc::result_out_of_range || count > letters;
  return too_many ? "which is more than it can hold" : nullptr;
}

// Calls `f` with the opening tag of each node, without its end.
template <typename F>
void each_node(std::string_view text, const F& f) {
  constexpr std::string_view kOpen = "<node ";
  for (std::size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    f(text.substr(at, text.find('>', at) - at));
  }
}

}  // namespace

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

std::unordered_map<std::string, std::string> collada_node_names(std::string_view text) {
  std::unordered_map<std::string, std::string> names;
  each_node(text, [&](std::string_view element) {
    const std::string id = xml_attribute(element, " id=");
    const std::string name = xml_attribute(element, " name=");
    if (!id.empty() && !name.empty()) names.try_emplace(id, name);
  });
  return names;
}

std::unordered_set<std::string> collada_joints(std::string_view text) {
  std::unordered_set<std::string> names;
  each_node(text, [&](std::string_view element) {
    if (xml_attribute(element, " type=") != "JOINT") return;
    const std::string id = xml_attribute(element, " id=");
    names.insert(id.empty() ? xml_attribute(element, " sid=") : id);
  });
  return names;
}

double collada_metres(std::string_view text) {
  const std::string_view head = text.substr(0, kColladaHeadBytes);
  const std::size_t unit = head.find("<unit");
  if (unit == head.npos) return 1.0;
  const std::string_view element = head.substr(unit, head.find('>', unit) - unit);
  const std::size_t meter = element.find("meter=");
  if (meter == element.npos || meter + 7 >= element.size()) return 1.0;
  const double metres = std::strtod(std::string(element.substr(meter + 7)).c_str(), nullptr);
  return std::isfinite(metres) && metres > 0.0 ? metres : 1.0;
}

void check_collada_counts(std::string_view text, const std::filesystem::path& path) {
  constexpr std::string_view kCount = "count";
  constexpr std::string_view kElements[] = {"_array", "accessor", "triangles", "poly",
                                            "vertex_weights"};
  for (std::size_t at = text.find(kCount); at != text.npos; at = text.find(kCount, at)) {
    const bool is_word = at > 0 && kXmlBlanks.find(text[at - 1]) != kXmlBlanks.npos;
    at += kCount.size();
    const auto stated = is_word ? value_behind(text, at) : std::nullopt;
    if (!stated) continue;
    const char* wrong = wrong_count(*stated, text.size());
    if (wrong == nullptr) continue;
    const std::size_t open = text.rfind('<', at);
    if (open == text.npos) continue;
    const std::string_view tag = text.substr(open, text.find_first_of(kXmlBlanks, open) - open);
    if (std::none_of(std::begin(kElements), std::end(kElements),
                     [&](std::string_view e) { return tag.find(e) != tag.npos; })) {
      continue;
    }
    throw ImportError(quoted_path(path) + " was not opened: it says count=\"" +
                      clean_text(stated->substr(0, 40)) + "\", " + wrong + "; export it again.");
  }
}

}  // namespace bindpose
