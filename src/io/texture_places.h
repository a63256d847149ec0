// Where the user has textures that are not beside the model.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bindpose {

// ImportOptions::texture_folders and texture_files. Full paths.
struct TexturePlaces {
  std::vector<std::filesystem::path> folders{};
  std::map<std::string, std::filesystem::path> files{};

  bool empty() const { return folders.empty() && files.empty(); }
};

}  // namespace bindpose
