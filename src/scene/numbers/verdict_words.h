// What is said of somebody else's numbers, in the window and on the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/numbers/compare_numbers.h"

namespace bindpose {

// "T (T.csv): all 24 slots are right, to 2.1e-07", or how many are wrong, the first one, and by
// what. Without a full stop, as all here.
std::string in_words(const QuantityVerdict& q);
// "all 24 are right, to 2.1e-07"; "3 of 24 joints are wrong"
std::string count_in_words(const QuantityVerdict& q);
// The mistake, and how much of the error it explains.
std::string in_words(const NumbersExplanation& e);
// Of right numbers that are written with few digits ("3 decimals"): no mistake, and its own key.
inline constexpr std::string_view kLowPrecision = "low precision";
NumbersExplanation explanation_by_digits(const std::string& digits, double worst);
// "W, T of 3 of 17 joints and vertices_posed were left out for you and are not here"
std::string missing_in_words(const std::vector<std::string>& missing);

}  // namespace bindpose
