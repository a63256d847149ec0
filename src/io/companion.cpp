#include "io/companion.h"

#include <algorithm>

#include "io/import_file.h"

namespace bindpose {
std::optional<std::filesystem::path> find_companion(const std::filesystem::path& folder,
                                                    const std::filesystem::path& stored) {
  if (!stays_below(stored)) return {};
  std::error_code error;
  const std::filesystem::path home =
      std::filesystem::canonical(folder.empty() ? std::filesystem::path(".") : folder, error);
  if (error) return {};
  const std::filesystem::path file = std::filesystem::canonical(home / stored, error);
  if (error || !std::filesystem::is_regular_file(file, error)) return {};
  const auto [end_of_home, rest] =
      std::mismatch(home.begin(), home.end(), file.begin(), file.end());
  if (end_of_home != home.end()) return {};
  return folder / stored;
}

}  // namespace bindpose
