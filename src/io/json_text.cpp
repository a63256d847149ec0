#include "io/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bindpose {
namespace {

using Json = nlohmann::ordered_json;

// Length of the valid UTF-8 sequence at the start of `s`, or 0.
std::size_t sequence_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || s.size() < n) return 0;
  for (std::size_t i = 1; i < n; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
  }
  const unsigned second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second > 0x9f;
  const bool too_large = first == 0xf4 && second > 0x8f;
  return overlong || surrogate || too_large ? 0 : n;
}

void append(const Json& json, int indent, std::string& out) {
  const bool plain = std::none_of(json.begin(), json.end(),
                                  [](const Json& e) { return e.is_structured() || e.is_string(); });
  if (!json.is_structured() || json.empty() || (json.is_array() && plain)) {
    std::string text = json.dump();
    if (json.is_array()) {
      for (std::size_t i = text.find(','); i != std::string::npos; i = text.find(',', i + 2)) {
        text.insert(i + 1, 1, ' ');
      }
    }
    out += text;
    return;
  }
  const std::string margin(static_cast<std::size_t>(indent) + 2, ' ');
  out += json.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& item : json.items()) {
    if (!first) out += ",\n";
    first = false;
    out += margin;
    if (json.is_object()) out += Json(item.key()).dump() + ": ";
    append(item.value(), indent + 2, out);
  }
  out += "\n" + margin.substr(2) + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string clean_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t n = sequence_length(text);
    out += n == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, n);
    text.remove_prefix(std::max<std::size_t>(n, 1));
  }
  return out;
}

double short_number(float x) {
  if (!std::isfinite(x)) return x;
  char digits[32];
  const auto written = std::to_chars(digits, digits + sizeof digits, x);
  double value = 0.0;
  std::from_chars(digits, written.ptr, value);
  return value;
}

Json matrix_rows(const mat4& m) {
  Json rows = Json::array();
  for (int r = 0; r < 4; ++r) {
    Json row = Json::array();
    for (int c = 0; c < 4; ++c) row.push_back(short_number(m[c][r]));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string pretty(const Json& json) {
  std::string out;
  append(json, 0, out);
  out += "\n";
  return out;
}

}  // namespace bindpose
