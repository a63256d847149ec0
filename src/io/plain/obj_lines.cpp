#include "io/plain/obj_lines.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/ascii.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::string_view kObjMark = "\xEF\xBB\xBF";
constexpr std::size_t kOfAPlace = 3, kOfAPlaceAndWeight = 4, kOfAColourToo = 6;

bool is_obj_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// Calls visit(word) up to a comment.
template <typename Visit>
void each_obj_word(std::string_view line, Visit visit) {
  for (std::size_t at = 0; at < line.size();) {
    if (is_obj_blank(line[at])) {
      ++at;
      continue;
    }
    if (line[at] == '#') return;
    std::size_t end = at + 1;
    while (end < line.size() && !is_obj_blank(line[end])) ++end;
    visit(line.substr(at, end - at));
    at = end;
  }
}

bool is_bare_fraction(std::string_view word) {
  return word.size() > 1 && word[0] == '.' && is_digit(word[1]);
}
// As Assimp judges it, by its beginning.
bool begins_as_number(std::string_view word) {
  if (is_digit(word[0]) || word[0] == '-' || word[0] == '+') return true;
  std::string low(word.substr(0, 3));
  for (char& c : low) c = static_cast<char>(c | 32);
  return low == "nan" || low == "inf" || is_bare_fraction(word);
}

bool is_vertex(std::string_view line) {
  return line.size() > 1 ? line[0] == 'v' && is_obj_blank(line[1]) : line == "v";
}

bool is_pair_of(std::string_view line, const char* name) {  // "vt" or "vn"
  return line.starts_with(name) && (line.size() == 2 || is_obj_blank(line[2]));
}

// By these letters alone Assimp tells statements from each other.
constexpr std::string_view kTakenByLetter = "fglmopsuv";
constexpr std::string_view kObjRead[] = {"f", "fo", "g", "l",  "mg", "mtllib", "o",
                                         "p", "s",  "v", "vn", "vt", "usemtl", "usemap"};

// A statement that is none of those that are read, and that would be taken for one.
bool is_taken_for_another(std::string_view line) {
  if (line.empty() || kTakenByLetter.find(line[0]) == kTakenByLetter.npos) return false;
  std::size_t end = 1;
  while (end < line.size() && !is_obj_blank(line[end])) ++end;
  return std::ranges::find(kObjRead, line.substr(0, end)) == std::end(kObjRead);
}

// Faces, lines and points: lists of corners.
bool is_corner_list(std::string_view line) {
  const std::size_t name = line.starts_with("fo") ? 2 : 1;
  return !line.empty() && (line[0] == 'f' || line[0] == 'l' || line[0] == 'p') &&
         (line.size() == name || is_obj_blank(line[name]));
}

bool is_odd_line(std::string_view line, std::size_t words) {
  const bool commented = line.find('#') != line.npos;
  if (is_pair_of(line, "vt")) return commented || words < 2 || words > 3;
  if (is_pair_of(line, "vn")) return commented || words != 3;
  return line[0] == '\0' || line.ends_with('\0') || is_taken_for_another(line) ||
         (commented && is_corner_list(line));
}

void look_at_line(std::string_view line, ObjLook& look) {
  if (line.empty()) return;
  if (line.starts_with(kObjMark)) look.indented = true;
  if (is_obj_blank(line[0])) {
    look.indented = look.indented || std::any_of(line.begin(), line.end(), [](char c) {
                      return !is_obj_blank(c) && c != '#';
                    });
    return;
  }
  if (line[0] != 'v') {
    look.odd_line = look.odd_line || is_odd_line(line, 0);
    return;
  }
  const bool vertex = is_vertex(line);
  std::size_t numbers = 0, words = 0;
  each_obj_word(line.substr(vertex ? 1 : std::min<std::size_t>(line.size(), 2)),
                [&](std::string_view word) {
                  look.bare_fraction = look.bare_fraction || is_bare_fraction(word);
                  ++words;
                  if (vertex) numbers += begins_as_number(word);
                });
  // Assimp counts numbers in comments, too; what goes on in the next line is looked at there.
  const bool commented = vertex && line.find('#') != line.npos;
  const bool counted_so =
      numbers == words &&
      (numbers == kOfAPlace || numbers == kOfAPlaceAndWeight || numbers == kOfAColourToo);
  if (vertex && (commented || !counted_so)) look.odd_vertex = true;
  look.odd_line = look.odd_line || is_odd_line(line, words);
}

// What stands before a '\n': lines may end by '\r' alone.
void look_at_lines(std::string_view text, ObjLook& look) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\r', at), text.size());
    look_at_line(text.substr(at, end - at), look);
    at = end + 1;
  }
}

// One line of the file with those that it goes on in.
class ObjLine {
 public:
  ObjLine(std::string_view text, std::size_t begin) {
    for (;;) {
      end = std::min(text.find('\n', begin), text.size());
      std::string_view part = text.substr(begin, end - begin);
      if (part.ends_with('\r')) part.remove_suffix(1);
      const bool more = part.ends_with('\\') && end < text.size();
      if (more) part.remove_suffix(1);
      joined.append(part);
      if (!more) return;
      joined.push_back(' ');
      begin = end + 1;
      ++further;
    }
  }
  std::string joined;
  std::size_t end = 0;      // of its last line, before the break
  std::size_t further = 0;  // lines that it goes on in
};

class ObjMend {
 public:
  explicit ObjMend(const ModelFile& file) : file_(file), text_(file.text()) {
    if (text_.starts_with(kObjMark)) text_.remove_prefix(kObjMark.size());
  }

  void run() {
    out_.reserve(text_.size() + text_.size() / 16);
    for (std::size_t at = 0; at < text_.size();) {
      const ObjLine line(text_, at);
      write(line, text_.substr(at, line.end - at));
      if (line.end < text_.size()) out_.push_back('\n');
      at = line.end + 1;
      number_ += 1 + line.further;
    }
  }
  std::string out_;
  std::size_t shortened_ = 0;  // vertices with more numbers than belong there

 private:
  void write(const ObjLine& line, std::string_view stored) {
    const std::string_view whole = line.joined;
    std::size_t first = 0;
    while (first < whole.size() && is_obj_blank(whole[first])) ++first;
    const std::string_view text = whole.substr(first);
    if (is_vertex(text)) {
      write_vertex(text);
    } else if (is_pair_of(text, "vt") || is_pair_of(text, "vn")) {
      write_pair(text);
    } else if (is_taken_for_another(text)) {
      // nothing of it is read
    } else if (is_corner_list(text) && text.find('#') != text.npos) {
      out_.append(text.substr(0, text.find('#')));
    } else if (first == 0) {
      out_.append(stored);
      return;
    } else {
      out_.append(text);
    }
    out_.append(line.further, '\n');
  }

  void write_number(std::string_view word) {
    out_.append(is_bare_fraction(word) ? " 0" : " ").append(word);
  }

  // The numbers of a line up to another word, "least" of them at least.
  std::vector<std::string_view> numbers_of(std::string_view words, std::size_t least,
                                           const std::string& what) const {
    std::vector<std::string_view> numbers;
    std::string_view odd;
    each_obj_word(words, [&](std::string_view word) {
      if (odd.empty() && begins_as_number(word)) {
        numbers.push_back(word);
      } else if (odd.empty()) {
        odd = word;
      }
    });
    if (numbers.size() >= least) return numbers;
    refuse(odd.empty() ? what + " has " + std::to_string(numbers.size()) + " of " +
                             std::to_string(least) + (least == 1 ? " number" : " numbers")
                       : "\"" + clean_text(odd.substr(0, kShown)) + "\" is no number");
  }

  // Of texture coordinates the second is 0 where there is but one, as the format has it.
  void write_pair(std::string_view line) {
    const bool uv = line[1] == 't';
    const std::vector<std::string_view> numbers =
        numbers_of(line.substr(2), uv ? 1 : 3, uv ? "a texture coordinate (vt)" : "a normal (vn)");
    out_.append(line.substr(0, 2));
    for (std::size_t k = 0; k < std::min<std::size_t>(numbers.size(), 3); ++k) {
      write_number(numbers[k]);
    }
    if (numbers.size() == 1) out_.append(" 0");
  }

  void write_vertex(std::string_view line) {
    const std::vector<std::string_view> numbers =
        numbers_of(line.substr(1), kOfAPlace, "a vertex (v)");
    const std::size_t has = numbers.size();
    const std::size_t kept = has >= kOfAColourToo        ? kOfAColourToo
                             : has == kOfAPlaceAndWeight ? kOfAPlaceAndWeight
                                                         : kOfAPlace;
    shortened_ += kept < has;
    out_.push_back('v');
    for (std::size_t k = 0; k < kept; ++k) write_number(numbers[k]);
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw ImportError(quoted_path(file_.path) + " was not opened: line " + std::to_string(number_) +
                      ": " + what + "; mend it there, or export the file again.");
  }

  static constexpr std::size_t kShown = 40;
  const ModelFile& file_;
  std::string_view text_;
  std::size_t number_ = 1;
};

}  // namespace

ObjLook look_at_obj(std::string_view text) {
  ObjLook look;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    look_at_lines(text.substr(at, end - at), look);
    at = end + 1;
  }
  return look;
}

ObjLook look_at_obj(const std::filesystem::path& path) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::ifstream in(path, std::ios::binary);
  ObjLook look;
  std::string piece, rest;  // rest: the beginning of a line that goes on in the next piece
  while (in && !look.any()) {
    piece.resize(kPiece);
    in.read(piece.data(), static_cast<std::streamsize>(kPiece));
    piece.resize(static_cast<std::size_t>(in.gcount()));
    const std::size_t whole = piece.rfind('\n') + 1;  // 0 where there is none
    if (whole == 0) {
      rest += piece;
      continue;
    }
    const std::size_t first = piece.find('\n');
    rest.append(piece, 0, first);
    look_at_lines(rest, look);
    if (!look.any()) {
      look = look_at_obj(std::string_view(piece).substr(first + 1, whole - first - 1));
    }
    rest.assign(piece, whole);
  }
  look_at_lines(rest, look);
  return look;
}

void mend_obj_lines(ModelFile& file, Model& model) {
  auto& bytes = file.bytes;
  const auto stands_for_nothing = [](std::uint8_t c) {
    return c == 0 || c == '\n' || is_obj_blank(static_cast<char>(c));
  };
  while (!bytes.empty() && stands_for_nothing(bytes.back())) bytes.pop_back();
  bytes.push_back('\n');
  for (std::size_t i = 0; i < bytes.size(); ++i) {  // lines may end by '\r' alone
    if (bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n')) bytes[i] = '\n';
  }
  ObjMend mend(file);
  mend.run();
  if (mend.shortened_ > 0) {
    report(model, Severity::Info, "file",
           counted(mend.shortened_, "vertex has", "vertices have") +
               " more numbers than a place (3) and a colour (3) take; the others were left out.");
  }
  bytes.assign(mend.out_.begin(), mend.out_.end());
}

}  // namespace bindpose
