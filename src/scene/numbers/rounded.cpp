#include "scene/numbers/rounded.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

namespace {

constexpr double kFloat = 1e-7;  // relative: what a decimal fraction loses as a float

}  // namespace

void WrittenDigits::Grid::add(std::size_t digits, double given, double right, double unit) {
  const double steps = given / unit;
  const double spare = kFloat * std::abs(given);
  if (!(std::abs(steps - std::round(steps)) * unit <= spare + 1e-9 * unit)) fits[digits] = false;
  if (!(std::abs(given - right) <= 0.501 * unit + spare)) nearest[digits] = false;
}

std::size_t WrittenDigits::Grid::digits() const {
  for (std::size_t n = 0; n <= kMost; ++n) {
    // One digit says too little: 0 and 1 are near to what any turn by a few degrees has.
    if (fits[n]) return n >= 2 && nearest[n] ? n : 0;
  }
  return 0;
}

// What is no longer so of all numbers is not asked of the next one: powers and remainders of every
// number were an eighth of what a comparison takes.
void WrittenDigits::add(double given, double right) {
  for (std::size_t n = 0; n <= kMost; ++n) {
    const double decimals = static_cast<double>(n);
    if (fixed_.fits[n]) fixed_.add(n, given, right, std::pow(10.0, -decimals));
    if (n == 0 || !significant_.fits[n]) continue;
    const double top = given == 0.0 ? -9.0 : std::floor(std::log10(std::abs(given)));
    significant_.add(n, given, right, std::pow(10.0, top + 1.0 - decimals));
  }
  significant_.fits[0] = false;
  if (!half_) return;
  // 11 bits, and none below 2^-24.
  int exponent = 0;
  std::frexp(given, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - 11, -24));
  half_ = std::fmod(given, unit) == 0.0 && std::abs(given) < 65520.0 &&
          std::abs(given - right) <= 0.501 * unit;
}

std::string WrittenDigits::in_words() const {
  if (const std::size_t n = fixed_.digits()) return std::to_string(n) + " decimals";
  if (const std::size_t n = significant_.digits()) return std::to_string(n) + " significant digits";
  return half_ ? "11 bits of half floats" : "";
}

}  // namespace bindpose
