// glTF's materials, read from the file's own JSON: Assimp knows some of the extensions, and which
// ones differs between its versions.
#pragma once

#include "io/assimp/mesh.h"
#include "io/gltf/document.h"
#include "io/image_store.h"

namespace bindpose {

// Fills model.materials, one for each of the scene's (those that meshes of `tree` show; the others
// are what glTF says of surfaces without one), and returns what their textures lie by.
// Metallic-roughness and KHR_materials_: pbrSpecularGlossiness, unlit, emissive_strength, specular
// and ior (as reflectance at normal incidence), KHR_texture_transform, samplers; MToon (VRM 0 and
// 1) as unlit. Numbers that are none, or out of their range, are the defaults. The images are asked
// of `images`, whose load() has to run while the document is there; reports what is left out.
UvChannels read_gltf_materials(GltfDocument& document, const aiScene& scene, const FileTree& tree,
                               bool textures, ImageStore& images, Model& model);

}  // namespace bindpose
