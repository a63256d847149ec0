// A model's local matrix from its FBX properties, at rest and in motion.
#pragma once

#include <map>

#include "io/fbx/scene.h"

namespace bindpose {

// T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1.
mat4 fbx_matrix(const FbxLocal& local);

// T R S of FbxModel::geometric.
mat4 fbx_geometric(const FbxModel& model);

// What moves: factors of curves or, for rotations, keys, in our units. `local` is the rest. The
// same product with these in place of the parts; constants between them are one factor. Never
// empty.
using FbxMotion = std::map<FbxPart, TrackFactor>;
std::vector<TrackFactor> fbx_factors(const FbxLocal& local, const FbxMotion& motion);

// Curves without keys for a part: its target, its order, and its value where the model rests.
ComponentCurves fbx_still(const FbxLocal& local, FbxPart part);

}  // namespace bindpose
