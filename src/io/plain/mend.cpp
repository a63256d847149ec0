#include "io/plain/mend.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "io/files/companion.h"
#include "io/files/file_head.h"
#include "io/import_error.h"
#include "io/plain/obj_material.h"
#include "io/plain/ply_check.h"
#include "io/text/utf8.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostHead = std::size_t{1} << 16;
constexpr std::size_t kMostLibrary = std::size_t{1} << 26;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Whether ".5" stands somewhere, read piece by piece: most files are large and have none.
bool has_bare_fraction(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string piece(std::size_t{1} << 20, '\0');
  char before = '\n', last = '\n';  // the two in front of the piece
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const std::string_view now(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (now.empty()) break;
    if (is_blank(before) && last == '.' && is_digit(now[0])) return true;
    for (std::size_t at = now.find('.'); at != now.npos; at = now.find('.', at + 1)) {
      const char left = at > 0 ? now[at - 1] : last;
      if (is_blank(left) && at + 1 < now.size() && is_digit(now[at + 1])) return true;
    }
    before = now.size() > 1 ? now[now.size() - 2] : last;
    last = now.back();
  }
  return false;
}

// Assimp counts the numbers of a vertex, and takes ".5" for none: the vertex is then left out, and
// faces go to others. Names, which may have such words as well, stay.
void complete_fractions(ModelFile& file) {
  read_rest(file);
  std::vector<std::uint8_t> out;
  out.reserve(file.bytes.size() + file.bytes.size() / 16);
  bool of_vertices = false;
  char before = '\n';
  for (std::size_t i = 0; i < file.bytes.size(); ++i) {
    const char c = static_cast<char>(file.bytes[i]);
    if (before == '\n' || before == '\r') of_vertices = c == 'v';
    const bool bare = of_vertices && c == '.' && is_blank(before) && i + 1 < file.bytes.size() &&
                      is_digit(static_cast<char>(file.bytes[i + 1]));
    if (bare) out.push_back('0');
    out.push_back(file.bytes[i]);
    before = c;
  }
  file.bytes = std::move(out);
}

void decode_obj(ModelFile& file) {
  if (has_utf16_mark(file_head(file.path, 2))) {
    read_rest(file);
    const std::string text = utf16_as_utf8(file.text());
    file.bytes.assign(text.begin(), text.end());
    complete_fractions(file);
  } else if (has_bare_fraction(file.path)) {
    complete_fractions(file);
  }
  for (const std::filesystem::path& library : obj_libraries(file.path)) {
    if (!has_utf16_mark(file_head(library, 2))) continue;
    const std::string text = utf16_as_utf8(file_head(library, kMostLibrary));
    const auto kept = std::make_shared<const std::vector<std::uint8_t>>(text.begin(), text.end());
    file.made[made_name(library, file.path.parent_path())] = {*kept, kept};
  }
}

bool ends_exactly(const ModelFile& file, std::size_t skipped) {
  try {
    return check_ply(file, skipped) == 0;
  } catch (const ImportError&) {
    return false;
  }
}

void mend_ply(ModelFile& file) {
  constexpr std::string_view kEnd = "end_header\n";
  const std::string head = file_head(file.path, kMostHead);
  const std::size_t start = text_start(head);
  const std::size_t end = head.find(kEnd);
  const std::size_t body = end + kEnd.size();
  const bool binary = head.find("format binary") < end;
  bool breaks = end != head.npos && binary && body < head.size() && head[body] == '\n';
  if (breaks && ends_exactly(file, 1) && !ends_exactly(file, 0)) {
    breaks = false;  // it is a line break indeed, one too many
  } else {
    check_ply(file);
  }
  if (start == 0 && !breaks) return;
  read_rest(file);
  auto& bytes = file.bytes;
  if (breaks) bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(body), '\n');
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(start));
}

}  // namespace

void mend_plain(ModelFile& file) {
  if (file.format == FileFormat::Obj) decode_obj(file);
  if (file.format == FileFormat::Ply) mend_ply(file);
}

}  // namespace bindpose
