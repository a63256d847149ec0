#include "io/text/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/text/utf8.h"

namespace bindpose {
namespace {

using OrderedJson = nlohmann::ordered_json;

void append(const OrderedJson& tree, int indent, std::string& out) {
  const bool plain = std::none_of(tree.begin(), tree.end(), [](const OrderedJson& e) {
    return e.is_structured() || e.is_string();
  });
  if (!tree.is_structured() || tree.empty() || (tree.is_array() && plain)) {
    for (const char c : tree.dump()) {
      out += c;
      if (c == ',' && tree.is_array()) out += ' ';  // nothing in it has commas of its own
    }
    return;
  }
  const std::string margin(static_cast<std::size_t>(indent) + 2, ' ');
  out += tree.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& item : tree.items()) {
    if (!first) out += ",\n";
    first = false;
    out += margin;
    if (tree.is_object()) out += OrderedJson(item.key()).dump() + ": ";
    append(item.value(), indent + 2, out);
  }
  out += "\n" + margin.substr(2) + (tree.is_object() ? "}" : "]");
}

}  // namespace

std::string clean_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t n = utf8_sequence(text);
    out += n == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, n);
    text.remove_prefix(std::max<std::size_t>(n, 1));
  }
  return out;
}

double shortest_double(float x) {
  if (!std::isfinite(x)) return x;
  char digits[32];
  const auto written = std::to_chars(digits, digits + sizeof digits, x);
  double value = 0.0;
  std::from_chars(digits, written.ptr, value);
  return value;
}

OrderedJson matrix_rows(const mat4& m) {
  OrderedJson rows = OrderedJson::array();
  for (int r = 0; r < 4; ++r) {
    OrderedJson row = OrderedJson::array();
    for (int c = 0; c < 4; ++c) row.push_back(shortest_double(m[c][r]));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string pretty(const OrderedJson& tree) {
  std::string out;
  append(tree, 0, out);
  out += "\n";
  return out;
}

}  // namespace bindpose
