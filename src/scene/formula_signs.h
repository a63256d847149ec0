// The signs that a formula in a lesson writes as words: \sum, \cdot, \theta.
#pragma once

#include <string_view>

namespace bindpose {

struct FormulaSign {
  std::string_view name;
  std::string_view sign;  // UTF-8
};

inline constexpr FormulaSign kFormulaSigns[] = {
    {"sum", "\xCE\xA3"},      {"cdot", "\xC2\xB7"},       {"times", "\xC3\x97"},
    {"alpha", "\xCE\xB1"},    {"beta", "\xCE\xB2"},       {"gamma", "\xCE\xB3"},
    {"delta", "\xCE\xB4"},    {"Delta", "\xCE\x94"},      {"theta", "\xCE\xB8"},
    {"lambda", "\xCE\xBB"},   {"mu", "\xCE\xBC"},         {"pi", "\xCF\x80"},
    {"sigma", "\xCF\x83"},    {"phi", "\xCF\x86"},        {"omega", "\xCF\x89"},
    {"le", "\xE2\x89\xA4"},   {"leq", "\xE2\x89\xA4"},    {"ge", "\xE2\x89\xA5"},
    {"geq", "\xE2\x89\xA5"},  {"ne", "\xE2\x89\xA0"},     {"neq", "\xE2\x89\xA0"},
    {"to", "\xE2\x86\x92"},   {"approx", "\xE2\x89\x88"}, {"in", "\xE2\x88\x88"},
    {"nabla", "\xE2\x88\x87"}};

}  // namespace bindpose
