// glTF's materials, read from the file's own JSON: Assimp knows some of the extensions, and which
// ones differs between its versions.
#pragma once

#include <vector>

#include "io/gltf/document.h"
#include "io/image_store.h"
#include "io/assimp/mesh.h"

namespace bindpose {

// A material and what its textures lie by.
struct GltfMaterial {
  Material material;  // slots without their images yet
  UvSets uv;
};

// Material `index` of the document, or what glTF says of surfaces without one where there is no
// such. Metallic-roughness and KHR_materials_: pbrSpecularGlossiness, unlit, emissive_strength,
// specular and ior (as reflectance at normal incidence), KHR_texture_transform, samplers; MToon
// (VRM 0 and 1) as unlit. Numbers that are none, or out of their range, are the defaults. The
// images are asked of `images` for Model::materials[place]; reports what is left out.
GltfMaterial read_gltf_material(GltfDocument& document, std::optional<std::size_t> index,
                                std::size_t place, ImageStore& images, Model& model);

}  // namespace bindpose
