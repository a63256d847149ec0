// Assimp's meshes as ours: welded, weighted, in bind space.
#pragma once

#include <functional>
#include <unordered_map>

#include "io/assimp/geometry.h"
#include "io/assimp/morph.h"
#include "io/assimp/skin.h"
#include "scene/model.h"

namespace bindpose {

// What each material's textures lie by.
using UvChannels = std::vector<UvSets>;

// Index into aiScene::mMeshes -> the file's number of each of the mesh's vertices. Meshes that are
// not there have the file's order.
using VertexOrder = std::unordered_map<unsigned, std::vector<std::uint32_t>>;

// What Mesh::name becomes: a node's name is the file's own; Assimp numbers the parts of a mesh with
// several materials.
std::string mesh_name(const aiScene& scene, const FileNode& node, const aiMesh& mesh);

// Fills model.meshes from the plans; model.skeleton must be there. Meshes without triangles (lines,
// points) are left out and reported. `progress` gets the part done. Returns which morph channel is
// which. `options`: how the format's surfaces are read; what depends on the mesh is added here.
MorphChannels add_meshes(const aiScene& scene, const std::vector<SkinPlan>& plans,
                         const MorphPlan& morphs, const VertexOrder& order, const FileTree& tree,
                         const SurfaceOptions& options, const UvChannels& uv_channels,
                         const std::function<void(float)>& progress, Model& model);

}  // namespace bindpose
