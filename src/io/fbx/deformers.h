// What deforms the meshes of an FBX file: skins with their clusters, and blend shapes.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "io/fbx/links.h"
#include "io/fbx/scene.h"

namespace bindpose {

// Fills scene.skins, clusters, morphs, morphs_of and points_of; needs its tree and models. What
// comes back: blend shape channels that a mesh has, id -> index into scene.morphs.
std::unordered_map<std::int64_t, int> read_fbx_deformers(const FbxLinks& links, FbxScene& scene);

// Fills scene.bind_poses; needs its tree and models. Matrices that are not whole are left out.
void read_fbx_bind_poses(const FbxLinks& links, FbxScene& scene);

}  // namespace bindpose
