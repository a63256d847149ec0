// Opens a file of any supported format as a Model.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "scene/model.h"

namespace bindpose {

// The file could not be read. what() is one sentence: what, where, what to do.
struct ImportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ImportOptions {
  bool textures = true;       // decode images (info and matrices do without)
  int max_image_side = 8192;  // larger images are refused and reported
  // Phase and part done in [0, 1]; called from the importing thread. Return false to give up: the
  // import then throws ImportError("cancelled ...").
  std::function<bool(const char* phase, float part)> progress;
};

// Throws ImportError. The model passes check_model().
std::shared_ptr<const Model> import_model(const std::filesystem::path& path,
                                          const ImportOptions& options = {});

// Endings that import_model takes, lower case with the dot: ".fbx", ".gltf", ...
const std::vector<std::string>& supported_extensions();

}  // namespace bindpose
