#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "io/collada/head.h"
#include "io/collada/lists.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "math/ascii.h"

namespace bindpose {
namespace {

constexpr std::string_view kListBlanks = " \t\r\n";
constexpr std::size_t kShownWord = 40;

bool is_blank_at(std::string_view text, std::size_t at) {
  return at >= text.size() || kListBlanks.find(text[at]) != kListBlanks.npos;
}

bool any_case_start(std::string_view word, std::string_view start) {
  return word.size() >= start.size() &&
         std::equal(start.begin(), start.end(), word.begin(),
                    [](char s, char c) { return s == static_cast<char>(c | 32); });
}

// "1.#IND00", "-1.#QNAN0", "1.#INF": what C libraries of Windows wrote for "nan" and "inf".
void name_indefinite(std::string_view word, char* to) {
  const std::size_t mark = word.find(".#");
  if (mark == word.npos) return;
  const bool infinite = word.substr(mark + 2).starts_with("INF");
  std::string named = infinite && word.front() == '-' ? "-inf" : infinite ? "inf" : "nan";
  named.resize(word.size(), ' ');
  std::copy(named.begin(), named.end(), to);
}

// As Assimp reads one: a comma may stand for the point.
bool is_number_word(std::string_view word) {
  // Most are digits and a point, and there are millions of them.
  std::size_t plain = word.starts_with('-') ? 1 : 0;
  const std::size_t first = plain;
  for (; plain < word.size(); ++plain) {
    const char c = word[plain];
    if ((c < '0' || c > '9') && (c != '.' || plain == first)) break;
  }
  if (plain == word.size() && plain > first) return true;
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  if (any_case_start(word, "nan") || any_case_start(word, "inf")) return true;
  const bool starts = !word.empty() && (is_digit(word[0]) ||
                                        (word.size() > 1 && word[0] == '.' && is_digit(word[1])));
  return starts && word.find_first_not_of("0123456789.,eE+-") == word.npos;
}

// The text of one list, in place.
class List {
 public:
  List(std::string_view text, char* bytes) : text_(text), bytes_(bytes) {}

  // `wanted`: how many numbers there have to be, 0 where nobody says. Commas are taken for what
  // stands between numbers where there are so many then; else one alone stands for the point.
  void mend(bool whole_numbers, std::size_t wanted) {
    if (std::memchr(text_.data(), '\xC2', text_.size()) != nullptr) {
      for (std::size_t at = text_.find("\xC2\xA0"); at != text_.npos;
           at = text_.find("\xC2\xA0", at)) {
        bytes_[at] = bytes_[at + 1] = ' ';
      }
    }
    if (std::memchr(text_.data(), ',', text_.size()) != nullptr) {
      whole_numbers = whole_numbers || (wanted > 0 && numbers_between_commas() == wanted);
      for (std::size_t at = text_.find(','); at != text_.npos; at = text_.find(',', at + 1)) {
        const bool loose = at == 0 || is_blank_at(text_, at - 1) || is_blank_at(text_, at + 1);
        if (whole_numbers || loose) bytes_[at] = ' ';
      }
      each([&](std::size_t at, std::string_view word) {
        if (std::ranges::count(word, ',') < 2) return;  // it stands for the point
        std::replace(bytes_ + at, bytes_ + at + word.size(), ',', ' ');
      });
    }
    if (std::memchr(text_.data(), '#', text_.size()) != nullptr) {
      each([&](std::size_t at, std::string_view word) { name_indefinite(word, bytes_ + at); });
    }
  }

  template <typename Visit>
  void each(Visit visit) const {
    each_word_between_blanks(text_, [&](std::string_view word) {
      visit(static_cast<std::size_t>(word.data() - text_.data()), word);
    });
  }

 private:
  std::size_t numbers_between_commas() const {
    std::size_t count = 0;
    bool inside = false;
    for (const char c : text_) {
      const bool letter = c != ',' && kListBlanks.find(c) == kListBlanks.npos;
      count += letter && !inside;
      inside = letter;
    }
    return count;
  }

  std::string_view text_;  // of the same bytes
  char* bytes_;
};

void check_numbers(const List& list, std::string_view tag, const std::filesystem::path& path) {
  std::size_t number = 0;
  list.each([&](std::size_t, std::string_view word) {
    ++number;
    if (is_number_word(word)) return;
    throw ImportError(quoted_path(path) + " was not opened: in the list \"" +
                      clean_text(xml_attribute(tag, " id=")) + "\" number " +
                      std::to_string(number) + " is \"" + clean_text(word.substr(0, kShownWord)) +
                      "\"; export it again.");
  });
}

// Elements that hold numbers alone, and how many.
constexpr std::pair<std::string_view, std::size_t> kFixed[] = {{"translate", 3},
                                                               {"scale", 3},
                                                               {"rotate", 4},
                                                               {"skew", 7},
                                                               {"lookat", 9},
                                                               {"matrix", 16},
                                                               {"bind_shape_matrix", 16}};

// 0: none of those.
std::size_t numbers_in_element(std::string_view rest) {
  constexpr std::size_t kLongest =
      24;  // no name of those is: what never ends is not read each time
  const std::string_view head = rest.substr(0, kLongest);
  const auto found = std::ranges::find(kFixed, head.substr(0, head.find_first_of(" \t\r\n>")),
                                       &std::pair<std::string_view, std::size_t>::first);
  return found == std::end(kFixed) ? 0 : found->second;
}

std::size_t stated_count(std::string_view tag) {
  const std::string count = xml_attribute(tag, " count=");
  std::size_t value = 0;
  std::from_chars(count.data(), count.data() + count.size(), value);
  return value;
}

}  // namespace

void mend_collada_lists(ModelFile& file) {
  const std::string_view text = file.text();
  std::size_t end = 0;  // of a tag; of those that do not end it is the same
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const bool real = rest.starts_with("float_array");
    const bool whole =
        rest.starts_with("p>") || rest.starts_with("v>") || rest.starts_with("vcount>");
    const std::size_t fixed = real || whole ? 0 : numbers_in_element(rest);
    if (!real && !whole && fixed == 0) continue;
    if (end <= at) end = text.find('>', at);
    if (end == text.npos) return;
    if (text[end - 1] == '/') continue;
    const std::size_t close = std::min(text.find('<', end), text.size());
    List list(text.substr(end + 1, close - end - 1),
              reinterpret_cast<char*>(file.bytes.data()) + end + 1);
    list.mend(whole, real ? stated_count(text.substr(at, end - at)) : fixed);
    if (real) check_numbers(list, text.substr(at, end - at), file.path);
  }
}

}  // namespace bindpose
