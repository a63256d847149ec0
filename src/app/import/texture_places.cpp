#include "app/import/texture_places.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "math/ascii.h"
#include "scene/names.h"

namespace bindpose::app {
namespace fs = std::filesystem;
namespace {

// The last part of a path without its ending, in lower case.
std::string bare_name(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  const std::string name = slash == path.npos ? path : path.substr(slash + 1);
  return in_lower_case(name.substr(0, name.find_last_of('.')));
}

// The first few, and "..." for the others.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  std::string out;
  for (std::size_t k = 0; k < names.size() && k < kMost; ++k) {
    out += (k > 0 ? ", " : "") + in_quotes(names[k]);
  }
  return out + (names.size() > kMost ? ", ..." : "");
}

}  // namespace

std::vector<std::string> missing_names(const Model& model) {
  std::vector<std::string> out;
  for (const MissingTexture& texture : model.missing_textures) {
    if (std::ranges::find(out, texture.stored) == out.end()) out.push_back(texture.stored);
  }
  return out;
}

std::string missing_words(const Model& model) {
  std::vector<std::string> missing = missing_names(model);
  if (missing.empty()) return {};
  for (std::string& name : missing) name.erase(0, name.find_last_of("/\\") + 1);
  return (missing.size() == 1 ? "A texture is missing: "
                              : std::to_string(missing.size()) + " textures are missing: ") +
         listed(missing) + ". File > Find textures looks for " +
         (missing.size() == 1 ? "it." : "them.");
}

TexturePlaces with_place(const Model& model, TexturePlaces known, const std::string& path,
                         const std::string& chosen) {
  const std::vector<std::string> missing = missing_names(model);
  if (missing.empty()) throw std::runtime_error("No texture of " + model.name + " is missing.");
  std::error_code error;
  const fs::path full = fs::weakly_canonical(fs::absolute(path, error), error);
  if (fs::is_directory(full, error)) {
    if (std::ranges::find(known.folders, full) == known.folders.end()) {
      known.folders.insert(known.folders.begin(), full);  // the last one chosen comes first
    }
    return known;
  }
  if (!fs::is_regular_file(full, error)) {
    throw std::runtime_error(path + " is not there; choose a folder or a picture.");
  }
  bool found = false;
  for (const std::string& stored : missing) {
    if (bare_name(stored) != bare_name(full.string()) && missing.size() > 1) continue;
    known.files[stored] = full;
    found = true;
  }
  if (found) return known;
  if (std::ranges::find(missing, chosen) != missing.end()) {
    known.files[chosen] = full;
    return known;
  }
  throw std::runtime_error(
      full.filename().string() + " has the name of none of the " + std::to_string(missing.size()) +
      " missing textures (" + listed(missing) +
      "); click the material that lacks it in the facts of the model, or rename the "
      "picture.");
}

}  // namespace bindpose::app
