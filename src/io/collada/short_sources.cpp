#include "io/collada/short_sources.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <unordered_map>

#include "io/collada/head.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostTold = 8;

// The value of an attribute, or `usual` where it is not there; nothing where it is no number.
std::optional<std::size_t> number_of(std::string_view element, std::string_view key,
                                     std::size_t usual) {
  const std::string text = xml_attribute(element, key);
  if (text.empty()) return usual;
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::size_t words_in(std::string_view text) {
  std::size_t count = 0;
  bool inside = false;
  for (const char c : text) {
    const bool letter = !(c == ' ' || c == '\n' || c == '\t' || c == '\r');
    count += letter && !inside;
    inside = letter;
  }
  return count;
}

// Calls visit(opening tag, what follows it) for each element of the name.
void each_element(std::string_view text, std::string_view open, auto&& visit) {
  for (std::size_t at = text.find(open); at != text.npos; at = text.find(open, at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == text.npos) return;
    visit(text.substr(at, end - at), text.substr(end + 1));
  }
}

}  // namespace

std::vector<ShortSource> mend_short_sources(ModelFile& file) {
  const std::string_view text = file.text();
  std::unordered_map<std::string, std::size_t> numbers;
  each_element(text, "<float_array", [&](std::string_view tag, std::string_view rest) {
    const bool empty = tag.ends_with('/');
    const std::size_t has = empty ? 0 : words_in(rest.substr(0, rest.find('<')));
    // Assimp reads no more of it than it says.
    numbers.try_emplace(xml_attribute(tag, " id="),
                        std::min(has, number_of(tag, " count=", has).value_or(has)));
  });
  std::vector<ShortSource> out;
  each_element(text, "<accessor", [&](std::string_view tag, std::string_view) {
    std::string id = xml_attribute(tag, " source=");
    if (id.starts_with('#')) id.erase(0, 1);
    const auto found = numbers.find(id);
    if (found == numbers.end()) return;
    const auto count = number_of(tag, " count=", 0), stride = number_of(tag, " stride=", 1),
               offset = number_of(tag, " offset=", 0);
    // Where they are no numbers, or too many to be multiplied, others have refused the file.
    if (!count || !stride || !offset || std::max({*count, *stride, *offset}) > text.size()) return;
    const std::size_t has = found->second, asked = *offset + *count * *stride;
    if (asked <= has) return;
    const std::size_t whole =
        *offset < has ? (has - *offset) / std::max<std::size_t>(*stride, 1) : 0;
    const std::string old = xml_attribute(tag, " count=");
    std::string now = std::to_string(whole);
    now.resize(std::max(now.size(), old.size()), ' ');
    const std::size_t at = static_cast<std::size_t>(tag.data() - text.data()) +
                           tag.find(" count=") + std::string_view(" count=").size() + 1;
    std::copy(now.begin(), now.end(), file.bytes.begin() + static_cast<std::ptrdiff_t>(at));
    out.push_back({std::move(id), has, asked});
  });
  return out;
}

void note_short_sources(const std::vector<ShortSource>& sources, Model& model) {
  for (std::size_t i = 0; i < std::min(sources.size(), kMostTold); ++i) {
    const ShortSource& s = sources[i];
    report(model, Severity::Warning, "source " + clean_text(s.id),
           "It is read as " + std::to_string(s.asked) + " numbers and has " +
               std::to_string(s.has) + "; the rest was left out.");
  }
  if (sources.size() > kMostTold) {
    report(model, Severity::Warning, "file",
           std::to_string(sources.size() - kMostTold) +
               " more lists of numbers are shorter than what is read from them.");
  }
}

}  // namespace bindpose
