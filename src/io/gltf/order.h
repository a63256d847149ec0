// The vertices of a glTF file in the file's own order, and their weights.
#pragma once

#include <functional>

#include "io/assimp/mesh.h"
#include "io/gltf/document.h"

namespace bindpose {

// Every aiMesh that a node shows and the primitive it was; a mesh of several nodes several times.
void for_each_gltf_part(
    GltfDocument& document, const FileTree& tree,
    const std::function<void(unsigned mesh, const nlohmann::json& primitive)>& visit);

// Assimp from 5.3 on orders vertices by their first use and leaves out those that no triangle uses;
// earlier versions keep them (asked of the library itself, once), and then the file is not read and
// nothing comes back.
VertexOrder gltf_vertex_order(ModelFile& file, const FileTree& tree);

// Mesh::file_rank of all skinned meshes: the weights of JOINTS_0 and WEIGHTS_0 first, then those of
// the next set. Meshes whose weights stand from largest to smallest in the file, as most do, get
// none, and so do those that are not found there as they were read. Weights for joints that a skin
// does not have are told.
void read_weight_order(ModelFile& file, const FileTree& tree, Model& model);

}  // namespace bindpose
