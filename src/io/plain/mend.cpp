#include "io/plain/mend.h"

#include <algorithm>
#include <string_view>

#include "io/files/file_head.h"
#include "io/import_error.h"
#include "io/plain/obj_lines.h"
#include "io/plain/obj_material.h"
#include "io/plain/ply_check.h"
#include "io/text/utf8.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostHead = std::size_t{1} << 16;

void decode_obj(ModelFile& file, Model& model) {
  if (has_utf16_mark(file_head(file.path, 2))) {
    read_rest(file);
    const std::string text = utf16_as_utf8(file.text());
    file.bytes.assign(text.begin(), text.end());
    if (look_at_obj(file.text()).any()) mend_obj_lines(file, model);
  } else if (look_at_obj(file.path).any()) {
    read_rest(file);
    mend_obj_lines(file, model);
  }
  serve_obj_libraries(file, model);
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

void mend_plain(ModelFile& file, Model& model) {
  if (file.format == FileFormat::Obj) decode_obj(file, model);
  if (file.format == FileFormat::Ply) mend_ply(file);
}

}  // namespace bindpose
