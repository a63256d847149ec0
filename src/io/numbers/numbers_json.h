// For io/numbers/read_numbers.cpp.
#pragma once

#include <filesystem>
#include <optional>

#include "io/numbers/numbers_builder.h"

namespace bindpose {

// `as`: what lists are that stand without a key.
void read_numbers_json(const std::filesystem::path& file, const std::string& subject,
                       std::optional<RigQuantity> as, NumbersBuilder& to);
void read_numbers_csv(const std::filesystem::path& file, const std::string& subject,
                      std::optional<RigQuantity> as, NumbersBuilder& to);

// The most bytes of a file that are read.
inline constexpr std::uintmax_t kLargestNumbers = std::uintmax_t{1} << 28;

}  // namespace bindpose
