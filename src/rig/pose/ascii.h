// Letters of names as programs write them, whatever the locale says: A to Z alone.
#pragma once

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

}  // namespace bindpose
