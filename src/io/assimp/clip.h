// Assimp's animations as clips.
#pragma once

#include <assimp/scene.h>

#include "io/assimp/nodes.h"
#include "scene/model.h"

namespace bindpose {

// Fills model.clips, one for each aiAnimation and in its order. Key times become seconds from the
// clip's start. Needs build_joints().
void add_assimp_clips(const aiScene& scene, const FileTree& tree, Model& model);

// For formats with curves between keys, read by Assimp: says that those are lost.
void note_straight_clips(Model& model);

}  // namespace bindpose
