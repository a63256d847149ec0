// Which of the textures that Assimp lists for a material goes where.
#pragma once

#include <assimp/scene.h>

#include "io/assimp/geometry.h"
#include "io/image_store.h"

namespace bindpose {

struct MaterialTextures {
  UvSets uv;
  bool moved = false;  // one of them is moved, turned or scaled on its mesh
  bool has_metal = false, has_rough = false;
};

// Fills the slots of `out`, whose images are asked of `images` (nullptr: none are wanted) for
// Model::materials[place], and counts those that no slot can show. Metalness and roughness in two
// files become one. A bump map counts as normals where its pixels are such.
MaterialTextures read_textures(const aiScene& scene, const aiMaterial& source, std::size_t place,
                               ImageStore* images, Material& out, Model& model);

}  // namespace bindpose
