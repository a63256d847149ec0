// Assimp's meshes as ours: welded, weighted, in bind space.
#pragma once

#include <functional>

#include "io/assimp/morph.h"
#include "io/assimp/skin.h"
#include "io/gltf/order.h"
#include "scene/model.h"

namespace bindpose {

// UV channel that each material's base-colour texture reads.
using UvChannels = std::vector<unsigned>;

// Fills model.meshes from the plans; model.skeleton must be there. Meshes without triangles (lines,
// points) are left out and reported. `progress` gets the part done. Returns which morph channel is
// which. `order`: gltf_vertex_order.
MorphChannels add_meshes(const aiScene& scene, const std::vector<SkinPlan>& plans,
                         const MorphPlan& morphs, const VertexOrder& order, const FileTree& tree,
                         FileFormat format, const UvChannels& uv_channels,
                         const std::function<void(float)>& progress, Model& model);

}  // namespace bindpose
