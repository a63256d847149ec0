// JSON as this project writes it: names that are always valid UTF-8, short numbers, matrices as
// rows that a person can read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "math/types.h"

namespace bindpose {

// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string clean_utf8(std::string_view text);

// The double with the fewest decimal digits that reads back as the float x: 0.1f becomes 0.1. What
// is not finite stays so, and JSON shows it as null.
double shortest_double(float x);

// Four rows of four.
nlohmann::ordered_json matrix_rows(const mat4& m);

// Indented by two, but a list of plain numbers stays on one line. Ends with a newline.
std::string pretty(const nlohmann::ordered_json& json);

}  // namespace bindpose
