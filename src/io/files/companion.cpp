#include "io/files/companion.h"

#include <algorithm>

#include "io/model_file.h"
#include "math/ascii.h"

namespace bindpose {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

thread_local FoundCompanions* found_here = nullptr;

}  // namespace

FoundCompanions::FoundCompanions() {
  found_here = this;
}

FoundCompanions::~FoundCompanions() {
  found_here = nullptr;
}

void FoundCompanions::add(const std::filesystem::path& file) {
  if (found_here == nullptr) return;
  std::vector<std::filesystem::path>& files = found_here->files_;
  if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
}

std::string percent_decoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low >= 0) {
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

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
  FoundCompanions::add(folder / stored);
  return folder / stored;
}

std::optional<std::filesystem::path> find_in_other_case(const std::filesystem::path& folder,
                                                        const std::filesystem::path& stored) {
  constexpr std::size_t kMostEntries = 20000;
  if (!stays_below(stored)) return {};
  std::filesystem::path found;
  for (const std::filesystem::path& part : stored.lexically_normal()) {
    std::error_code error;
    const std::filesystem::path here =
        folder.empty() ? found.empty() ? "." : found : folder / found;
    if (std::filesystem::exists(here / part, error)) {
      found /= part;
      continue;
    }
    const std::string wanted = in_lower_case(part.string());
    std::optional<std::filesystem::path> only;
    std::size_t entries = 0;
    for (std::filesystem::directory_iterator at(here, error);
         !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
      if (++entries > kMostEntries) return {};
      if (in_lower_case(at->path().filename().string()) != wanted) continue;
      if (only) return {};
      only = at->path().filename();
    }
    if (!only) return {};
    found /= *only;
  }
  return find_companion(folder, found);
}

std::optional<std::filesystem::path> find_linked(const std::filesystem::path& folder,
                                                 const std::string& uri) {
  if (const auto found = find_companion(folder, uri)) return found;
  const std::string decoded = percent_decoded(uri);
  if (decoded == uri || decoded.find('\0') != decoded.npos) return {};
  return find_companion(folder, decoded);
}

std::string made_name(const std::filesystem::path& file, const std::filesystem::path& folder) {
  return file.lexically_normal()
      .lexically_proximate(folder.empty() ? "." : folder.lexically_normal())
      .generic_string();
}

}  // namespace bindpose
