// Accessors that Assimp misreads, as plain ones: sparse, whole numbers where it expects floats, or
// colours without alpha.
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Sparse accessors become dense, and those of meshes that have no view, which stand for zeros, get
// them. Whether there were any; reports those that can not be read.
bool make_dense(GltfDocument& document, Model& model);

// Positions, normals, tangents and texture coordinates, of morph targets too, that are stored as
// whole numbers (KHR_mesh_quantization) become floats.
bool dequantise(GltfDocument& document, Model& model);

// The same for what clips move nodes by, which Assimp reads as floats whatever it is.
bool dequantise_clips(GltfDocument& document);

// Colours of vertices (COLOR_0) without alpha get the alpha 1 that they stand for; Assimp gives
// them 0, and what is blended or cut out by alpha was not to be seen.
bool make_opaque(GltfDocument& document);

}  // namespace bindpose
