// Weights by the distance through the inside of a surface.
#pragma once

#include "rig/automatic/bind_input.h"

namespace bindpose {

struct VoxelOptions {
  float falloff = 0.8f;     // a: 0 to 1, else clamped
  int resolution = 128;     // voxels along the longest side; 8 to 512, else clamped
  int limit = 0;            // influences a vertex at most; 0: kMostBones
  float smoothing = 0.01f;  // how far weights are spread at last, relative to the diagonal; 0: not
};

// Geodesic voxel binding: O. Dionne, M. de Lasa, "Geodesic voxel binding for production character
// meshes", 2013. The surface and its inside are voxels (voxel_grid.h), which holes, open borders
// and surfaces through each other do not hinder. From the voxels of each bone the distance d to all
// others goes through the inside (here by fast marching, J. Sethian, 1996: alike in all directions,
// where steps from voxel to voxel are up to an eighth too long), d over the diagonal of the
// surface's box;
//
//   w^_ij = (1 / ((1 - a) d_ij + a d_ij^2))^2
//
// of the `limit` nearest bones, with the sum 1; then some steps of smoothing along edges, halfway
// to the neighbours' mean each. A bone outside begins at the voxels that are nearest to it, with
// its distance to them. What no way joins with any bone has the weights of the nearest vertex that
// has some (AutomaticWeights::strays). Throws BindStopped; std::runtime_error with one sentence
// where there is no bone or no surface.
AutomaticWeights voxel_weights(const BindInput& in, const VoxelOptions& options,
                               const BindProgress& progress = {});

// The curve: w^ at a distance relative to the diagonal.
double voxel_curve(double distance, double falloff);

}  // namespace bindpose
