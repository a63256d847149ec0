// Opens a file of any supported format as a Model.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/import_error.h"
#include "scene/model.h"

namespace bindpose {

struct ImportOptions {
  bool textures = true;       // decode images (info and matrices do without)
  int max_image_side = 8192;  // larger images are refused and reported
  // Where the user has textures that are not beside the model: folders that are searched by name
  // (whatever the case, another ending of a picture counts too), and files by what the model calls
  // them (MissingTexture::stored) or by the last part of that, which come first.
  std::vector<std::filesystem::path> texture_folders{};
  std::map<std::string, std::filesystem::path> texture_files{};
  // The process ends soon: what the parser took is not given back piece by piece, which for a large
  // file takes longer than checking the model.
  bool leave_memory = false;
  // Phase and part done in [0, 1]; called from the importing thread. Return false to give up: the
  // import then throws ImportError("cancelled ...").
  std::function<bool(const char* phase, float part)> progress;
};

// Throws ImportError. The model passes check_model(). What was repaired, assumed or lost stands in
// its report.
//
// Spaces. The file's own space is the model's: to_display turns it upright and scales it to metres
// (FBX says how; Z-up Collada is turned to Y-up, for Assimp does so). Every node of the file is a
// joint; FBX pivot chains are folded into the node they belong to. A mesh's points are first the
// file's points moved by its node's geometric transform (FBX; else the identity). Points of a
// skinned mesh are then moved by Skin::mesh_to_bind, which is the identity or the rest world matrix
// of the mesh's node, whichever makes B_j agree better with the rest pose W_j (mean over the
// slots), and where that does not decide, with B_j of the meshes before it. So the bind pose of an
// FBX character stands where the file's TransformLink matrices are. B_j = mesh_to_bind O_j^-1 with
// the file's offset matrices O_j.
std::shared_ptr<const Model> import_model(const std::filesystem::path& path,
                                          const ImportOptions& options = {});

// Endings that import_model takes, lower case with the dot: ".fbx", ".gltf", ...
const std::vector<std::string>& supported_extensions();

}  // namespace bindpose
