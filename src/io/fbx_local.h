// A model's local matrix from its FBX properties, at rest and in motion.
#pragma once

#include <map>

#include "io/fbx_scene.h"

namespace bindpose {

// T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1 with the values in the file.
mat4 fbx_rest_local(const FbxModel& model);
vec3 fbx_rest_scale(const FbxModel& model);

// Curves for what moves, in our units: radians for rotations. The rest stands still.
using FbxCurves = std::map<FbxPart, ComponentCurves>;

// The same product with curves in place of the parts that move; constants between them are one
// factor. Never empty.
std::vector<TrackFactor> fbx_factors(const FbxModel& model, const FbxCurves& curves);

// Which curve target a part is, and in which order its angles turn.
ComponentCurves fbx_still(const FbxModel& model, FbxPart part);

}  // namespace bindpose
