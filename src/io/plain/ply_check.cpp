#include "io/plain/ply_check.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <vector>

#include "io/files/mapped_file.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "io/text/utf8.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostHeader = std::size_t{1} << 20;

struct PlyProperty {
  std::string name;
  std::size_t size = 0;   // of a value, in bytes
  std::size_t count = 0;  // of the number in front of a list; 0: no list
  bool whole = false;     // its values are whole numbers
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> property;
};

struct PlyHeader {
  bool text = false, big = false;
  std::vector<PlyElement> element;
  std::size_t end = 0;  // where the numbers begin
};

std::size_t size_of(std::string_view type) {
  if (type == "char" || type == "uchar" || type == "int8" || type == "uint8") return 1;
  if (type == "short" || type == "ushort" || type == "int16" || type == "uint16") return 2;
  if (type == "int" || type == "uint" || type == "int32" || type == "uint32") return 4;
  if (type == "float" || type == "float32") return 4;
  return type == "double" || type == "float64" ? 8 : 0;
}

class PlyCheck {
 public:
  PlyCheck(std::string_view text, const std::filesystem::path& path) : text_(text), path_(path) {}

  std::size_t run(std::size_t skipped) {
    text_.remove_prefix(text_start(text_));
    read_header();
    at_ = std::min(header_.end + skipped, text_.size());
    for (const PlyElement& element : header_.element) {
      if (element.name == "vertex") vertices_ = element.count;
    }
    for (const PlyElement& element : header_.element) walk(element);
    return text_.size() - at_;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ImportError(quoted_path(path_) + " was not opened: " + why + "; export it again.");
  }
  void read_header();
  void read_line(std::istringstream& words, std::size_t number);
  void walk(const PlyElement& element);
  void walk_row(const PlyElement& element, std::size_t row);
  std::uint64_t number(std::size_t size, const PlyElement& element);
  void pass(std::size_t values, std::size_t size, const PlyElement& element);
  std::string_view word();
  std::string_view value(const PlyElement& element);
  [[noreturn]] void too_short(const PlyElement& element) const {
    refuse("it ends before the last " + clean_text(element.name) + " of " + grouped(element.count));
  }

  std::string_view text_;
  const std::filesystem::path& path_;
  PlyHeader header_;
  std::size_t at_ = 0;
  std::size_t vertices_ = 0;
};

void PlyCheck::read_line(std::istringstream& words, std::size_t number) {
  const auto wrong = [&](const std::string& what) {
    refuse("line " + std::to_string(number) + " of its header " + what);
  };
  std::string key;
  if (!(words >> key) || key == "comment" || key == "obj_info") return;
  if (number == 1) return;
  if (key == "format") {
    std::string kind;
    words >> kind;
    header_.text = kind == "ascii";
    header_.big = kind == "binary_big_endian";
    return;
  }
  if (key == "element") {
    PlyElement element;
    std::string count;
    words >> element.name >> count;
    const auto [end, error] =
        std::from_chars(count.data(), count.data() + count.size(), element.count);
    if (error != std::errc() || end != count.data() + count.size()) wrong("counts no elements");
    header_.element.push_back(std::move(element));
    return;
  }
  if (key != "property") return;  // some programs write words of their own
  if (header_.element.empty()) wrong("belongs to no element");
  PlyProperty property;
  std::string type;
  words >> type;
  if (type == "list") {
    words >> type;
    property.count = size_of(type);
    if (property.count == 0 || property.count > 4) wrong("has a list of no known type");
    words >> type;
  }
  words >> property.name;
  property.size = size_of(type);
  property.whole = type.find("float") == type.npos && type != "double";
  if (property.size == 0) wrong("has no known type");
  header_.element.back().property.push_back(std::move(property));
}

void PlyCheck::read_header() {
  std::size_t at = 0;
  for (std::size_t number = 1; at < text_.size() && at < kMostHeader; ++number) {
    std::size_t end = text_.find_first_of("\r\n", at);
    if (end == text_.npos) break;
    const std::string line(text_.substr(at, end - at));
    at = end + (text_.substr(end).starts_with("\r\n") ? 2 : 1);
    if (line.starts_with("end_header")) {
      header_.end = at;
      return;
    }
    std::istringstream words(line);
    read_line(words, number);
  }
  refuse("its header has no end");
}

std::string_view PlyCheck::word() {
  constexpr const char* kBlanks = " \t\r\n";
  at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
  const std::size_t end = std::min(text_.find_first_of(kBlanks, at_), text_.size());
  const std::string_view out = text_.substr(at_, end - at_);
  at_ = end;
  return out;
}

// A word that begins as a number does; "nan" and "inf" are such.
std::string_view PlyCheck::value(const PlyElement& element) {
  const std::string_view out = word();
  if (out.empty()) too_short(element);
  if (std::string_view("0123456789+-.nNiI").find(out.front()) != std::string_view::npos) return out;
  const auto line = 1 + std::ranges::count(text_.substr(0, at_), '\n');
  refuse("line " + std::to_string(line) + ", of its " + clean_text(element.name) + " list, has \"" +
         clean_text(out.substr(0, 40)) + "\" where a number belongs");
}

// A whole number that is not negative; what is none counts as one that nothing has room for.
std::uint64_t PlyCheck::number(std::size_t size, const PlyElement& element) {
  if (header_.text) {
    const std::string_view next = value(element);
    std::uint64_t whole = 0;
    const auto [end, error] = std::from_chars(next.data(), next.data() + next.size(), whole);
    return error == std::errc() ? whole : ~std::uint64_t{0};
  }
  if (size > text_.size() - at_) too_short(element);
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const auto byte = static_cast<std::uint8_t>(text_[at_ + (header_.big ? k : size - 1 - k)]);
    value = value << 8 | byte;
  }
  at_ += size;
  return value;
}

void PlyCheck::pass(std::size_t values, std::size_t size, const PlyElement& element) {
  if (!header_.text) {
    if (values > (text_.size() - at_) / size) too_short(element);
    at_ += values * size;
    return;
  }
  for (; values > 0; --values) value(element);
}

void PlyCheck::walk_row(const PlyElement& element, std::size_t row) {
  for (const PlyProperty& property : element.property) {
    if (property.count == 0) {
      pass(1, property.size, element);
      continue;
    }
    const std::uint64_t values = number(property.count, element);
    const bool corners =
        element.name == "face" && property.whole && property.name.starts_with("vertex_ind");
    if (values > text_.size()) too_short(element);
    if (!corners) {
      pass(values, property.size, element);
      continue;
    }
    for (std::uint64_t k = 0; k < values; ++k) {
      const std::uint64_t vertex = number(property.size, element);
      if (vertex < vertices_) continue;
      refuse("its face " + grouped(row) + " names a vertex that is none of its " +
             grouped(vertices_));
    }
  }
  // What is behind the values of a line counts for nothing.
  if (header_.text) at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
}

void PlyCheck::walk(const PlyElement& element) {
  if (element.property.empty()) {
    if (element.count > text_.size()) too_short(element);
    return;
  }
  std::size_t least = 0;
  bool lists = false;
  for (const PlyProperty& p : element.property) {
    least += header_.text ? 1 : p.count > 0 ? p.count : p.size;
    lists = lists || p.count > 0;
  }
  if (element.count > (text_.size() - at_ + 1) / least) too_short(element);
  if (!header_.text && !lists) return pass(element.count, least, element);
  for (std::size_t row = 0; row < element.count; ++row) walk_row(element, row);
}

}  // namespace

std::size_t check_ply(const ModelFile& file, std::size_t skipped) {
  const MappedFile mapped(file.path);
  return PlyCheck(mapped.text(), file.path).run(skipped);
}

}  // namespace bindpose
