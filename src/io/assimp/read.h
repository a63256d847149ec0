// Assimp's importer on a file in memory, with only the loader of the file's format.
#pragma once

#include <assimp/Importer.hpp>
#include <functional>
#include <memory>

#include "io/model_file.h"

struct aiScene;

namespace bindpose {

// Owns the scene.
struct AssimpScene {
  std::unique_ptr<Assimp::Importer> importer;
  const aiScene* scene = nullptr;
};

// `progress` gets the part done in [0, 1] and returns false to cancel. Files that the model refers
// to are opened only when they lie in its folder. Throws ImportError with one sentence.
AssimpScene read_with_assimp(const ModelFile& file, const std::function<bool(float)>& progress);

}  // namespace bindpose
