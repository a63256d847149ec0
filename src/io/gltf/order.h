// The vertices of a glTF file in the file's own order.
#pragma once

#include "io/assimp/mesh.h"

namespace bindpose {

// Assimp from 5.3 on orders vertices by their first use and leaves out those that no triangle uses;
// earlier versions keep them (asked of the library itself, once), and then the file is not read and
// nothing comes back.
VertexOrder gltf_vertex_order(ModelFile& file, const FileTree& tree);

}  // namespace bindpose
