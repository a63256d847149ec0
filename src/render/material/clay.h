// Clay: what a surface without a picture or a colour of its own is modelled in, darker in hollows
// and lighter on ridges, so that a face reads.
#pragma once

#include <cstddef>
#include <vector>

#include "math/types.h"
#include "rig/mesh.h"
#include "scene/model.h"

namespace bindpose {

// How much of clay's colour each vertex has, linear, w = 1; #V. Light finds its way out of a hollow
// by fewer directions and off more clay, so that it comes out darker and warmer; a ridge is handled
// smooth and a little lighter. Measured in the bind pose, where a sculptor would look: by the mean
// over a vertex's edges of their normal curvature 2 n.(q - p) / |q - p|^2 (G. Taubin 1995), in
// units of one by a hundredth of `model_size` (a length in the mesh's space), smoothed over
// neighbours. Vertices at the same place share one value, so that seams do not show. What has no
// edges, no normal or no finite place is 1; so is everything if `model_size` is not positive or the
// normals are not #V. Corners that name no vertex do not count.
std::vector<vec4> clay_colors(const Mesh& mesh, float model_size);

// Across all of the model's surface in its bind space, 0 without points.
float bind_size(const Model& model);

// Whether a mesh is shown in clay: without a material, with a grey one that says no more than that,
// or where `textures` are not to be seen.
bool is_clay(const Model& model, std::size_t mesh, bool textures);

}  // namespace bindpose
