#include "io/plain/obj_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr std::string_view kObjBlanks = " \t\r\v";
constexpr std::array<const char*, 3> kListNames{"v", "vt", "vn"};

std::string shown_obj_word(std::string_view word) {
  constexpr std::size_t kMostShown = 40;
  return "\"" + clean_text(word.substr(0, kMostShown)) + "\"";
}

template <typename T>
bool is_whole_word(std::string_view word, T& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

// A line's words; the first says what it is.
std::vector<std::string_view> words_of_line(std::string_view line) {
  std::vector<std::string_view> out;
  line = line.substr(0, line.find('#'));
  std::size_t at = line.find_first_not_of(kObjBlanks);
  while (at != line.npos) {
    const std::size_t end = std::min(line.find_first_of(kObjBlanks, at), line.size());
    out.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kObjBlanks, end);
  }
  return out;
}

class ObjCheck {
 public:
  explicit ObjCheck(std::string text) : text_(std::move(text)) {
    // A line that goes on in the next one: one line, which still counts as two.
    for (std::size_t at = text_.find('\\'); at != text_.npos; at = text_.find('\\', at + 1)) {
      std::size_t end = at + 1;
      if (text_.substr(end, 1) == "\r") ++end;
      if (text_.substr(end, 1) != "\n") continue;
      text_[at] = ' ';
      text_[end] = '\v';
    }
  }

  bool has_vertices() const { return all_[0] > 0; }  // once first_fault() was asked

  // "line 3: what", or "".
  std::string first_fault() {
    each_line([&](const std::vector<std::string_view>& words) {
      for (std::size_t k = 0; k < kListNames.size(); ++k) all_[k] += words[0] == kListNames[k];
      return std::string();
    });
    return each_line([&](const std::vector<std::string_view>& words) {
      for (std::size_t k = 0; k < kListNames.size(); ++k) so_far_[k] += words[0] == kListNames[k];
      if (words[0] == "v") return fault_of_vertex(words);
      return words[0] == "f" ? fault_of_face(words) : std::string();
    });
  }

 private:
  // Up to the first line of which something is said.
  template <typename Visit>
  std::string each_line(Visit visit) const {
    std::size_t line = 1;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::string_view here = std::string_view(text_).substr(at, end - at);
      const std::vector<std::string_view> words = words_of_line(here);
      if (!words.empty()) {
        const std::string fault = visit(words);
        if (!fault.empty()) return "line " + std::to_string(line) + ": " + fault;
      }
      line += 1 + static_cast<std::size_t>(std::ranges::count(here, '\v'));
      at = end + 1;
    }
    return {};
  }

  static std::string fault_of_vertex(const std::vector<std::string_view>& words) {
    constexpr std::size_t kCoordinates = 3;
    for (const std::string_view word : std::span(words).subspan(1)) {
      double value = 0.0;
      if (!is_whole_word(word, value)) return shown_obj_word(word) + " is no number";
    }
    if (words.size() > kCoordinates) return {};
    return "a vertex (v) has " + std::to_string(words.size() - 1) + " of 3 numbers";
  }

  // Corners are v, v/vt, v//vn or v/vt/vn; numbers below 0 count back from the line.
  std::string fault_of_face(const std::vector<std::string_view>& words) const {
    for (std::string_view corner : std::span(words).subspan(1)) {
      const std::string_view whole = corner;
      for (std::size_t k = 0; k < kListNames.size() && !corner.empty(); ++k) {
        const std::size_t end = std::min(corner.find('/'), corner.size());
        const std::string_view word = corner.substr(0, end);
        corner.remove_prefix(std::min(end + 1, corner.size()));
        if (word.empty()) continue;
        std::int64_t number = 0;
        if (!is_whole_word(word, number)) return shown_obj_word(whole) + " is no corner of a face";
        const std::size_t has = number < 0 ? so_far_[k] : all_[k];
        const std::uint64_t at = number < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(number)
                                            : static_cast<std::uint64_t>(number);
        if (at >= 1 && at <= has) continue;
        return std::string("a face names ") + kListNames[k] + " " + std::to_string(number) +
               (number == 0  ? ", and they are numbered from 1"
                : number < 0 ? ", and before it there are " + std::to_string(has)
                             : ", and the file has " + std::to_string(has));
      }
    }
    return {};
  }

  std::string text_;
  std::array<std::size_t, 3> all_{}, so_far_{};  // lines of each list
};

}  // namespace

std::string why_no_obj(ModelFile& file) {
  read_rest(file);
  ObjCheck check{std::string(file.text())};
  const std::string fault = check.first_fault();
  if (fault.empty() && !check.has_vertices()) {
    return quoted_path(file.path) +
           " holds no mesh and no skeleton: no line of it is a vertex (v); export it again.";
  }
  if (fault.empty()) return {};
  return quoted_path(file.path) + " was not opened: " + fault +
         "; mend it there, or export the file again.";
}

}  // namespace bindpose
