// The vertices of a glTF file in the file's own order.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "io/assimp/nodes.h"

namespace bindpose {

// Index into aiScene::mMeshes -> the file's number of each of the mesh's vertices. Meshes that are
// not there have the file's order. Assimp from 5.3 on orders vertices by their first use and leaves
// out those that no triangle uses; earlier versions keep them (asked of the library itself, once),
// and then the file is not read.
using VertexOrder = std::unordered_map<unsigned, std::vector<std::uint32_t>>;
VertexOrder gltf_vertex_order(ModelFile& file, const FileTree& tree);

}  // namespace bindpose
