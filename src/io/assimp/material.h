// Assimp's materials and the images that they name.
#pragma once

#include <assimp/scene.h>

#include "io/assimp/mesh.h"
#include "io/import.h"

namespace bindpose {

// Fills model.materials, one for each aiMaterial, and model.images (none when options.textures is
// off). Images come from the file itself or from its folder, never from elsewhere; what is missing
// or can not be decoded is reported. Returns the uv channel of each material's texture.
UvChannels add_materials(const aiScene& scene, const ModelFile& file, const ImportOptions& options,
                         const std::function<void(float)>& progress, Model& model);

}  // namespace bindpose
