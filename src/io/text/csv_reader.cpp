#include "io/text/csv_reader.h"

#include "io/text/json_text.h"
#include "io/text/pose_json.h"

namespace bindpose {

std::string quoted_csv(const std::string& text) {
  std::string out = "\"";
  for (const char c : clean_utf8(text)) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

bool CsvReader::next(std::vector<std::string>& field) {
  for (std::string line; std::getline(in_, line);) {
    ++line_;
    if (line.ends_with('\r')) line.pop_back();
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.empty()) continue;
    split(line, field);
    return true;
  }
  return false;
}

void CsvReader::refuse(const std::string& what) const {
  refuse_json(subject_, "line " + std::to_string(line_) + " " + what);
}

void CsvReader::split(const std::string& line, std::vector<std::string>& field) const {
  field.assign(1, "");
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      field.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      field.emplace_back();
    } else {
      field.back() += c;
    }
  }
  if (quoted) refuse("has a quotation mark without its other one");
}

}  // namespace bindpose
