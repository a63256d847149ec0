// Assimp's materials and the images that they name.
#pragma once

#include <assimp/scene.h>

#include <filesystem>
#include <set>
#include <string>

#include "io/assimp/mesh.h"
#include "io/import.h"
#include "scene/material.h"

namespace bindpose {

// How a format's materials are read.
struct MaterialReading {
  // Base colours are linear and multiply the texture, one-sidedness is said, textures that are
  // moved on their meshes were dealt with before.
  bool as_gltf = false;
  // What has Assimp's usual name is its own invention: each of its loaders has another grey for a
  // surface of which the file says nothing.
  bool default_is_made_up = false;
  std::set<std::string> moved_textures{};  // materials whose texture is moved, beside those that
                                           // Assimp knows of
};

// Whether it bears the name that Assimp gives what it makes up.
bool has_default_name(const Material& material);

// Fills model.materials, one for each aiMaterial, and model.images (none when options.textures is
// off); see ImageStore for where images come from. What is missing or can not be decoded is
// reported. Phong's and Lambert's numbers are translated to metallic-roughness. Returns what each
// material's textures lie by.
UvChannels read_materials(const aiScene& scene, const std::filesystem::path& file,
                          const MaterialReading& reading, const ImportOptions& options,
                          const std::function<void(float)>& progress, Model& model);

}  // namespace bindpose
