// Which of the textures that Assimp lists for a material goes where.
#pragma once

#include <assimp/scene.h>

#include "io/assimp/geometry.h"
#include "io/assimp/material.h"
#include "io/image_store.h"

namespace bindpose {

struct MaterialTextures {
  UvSets uv;
  bool moved = false;  // one of them is moved, turned or scaled on its mesh
  bool has_metal = false, has_rough = false;
  bool has_base = false;  // else the base colour's picture, if there is one, holds alpha alone
};

// How the format of a material, and the material itself, want its pictures read.
struct TextureReading {
  const MaterialReading& format;
  const MaterialNumbers& numbers;
};

// Fills the slots of `out`, whose images are asked of `images` (nullptr: none are wanted) for
// Model::materials[place], and counts those that no slot can show. Metalness and roughness in two
// files become one, and so do the colour and its alpha. A bump map counts as normals where its
// pixels are such. Pictures that are left out though a slot is there for them are reported.
MaterialTextures read_textures(const aiScene& scene, const aiMaterial& source,
                               const TextureReading& reading, std::size_t place, ImageStore* images,
                               Material& out, Model& model);

}  // namespace bindpose
