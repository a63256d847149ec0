// The vertices of a glTF file in the file's own order.
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

}  // namespace bindpose
