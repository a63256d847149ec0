// Letters and digits of ASCII, whatever the locale says. Every other byte, those of UTF-8 among
// them, is neither and stays as it is.
#pragma once

#include <string>

namespace bindpose {

constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) {
  return is_upper(c) || is_lower(c);
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char to_upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string in_lower_case(std::string text) {
  for (char& c : text) c = to_lower(c);
  return text;
}
inline std::string in_upper_case(std::string text) {
  for (char& c : text) c = to_upper(c);
  return text;
}

}  // namespace bindpose
