// Accessors that Assimp misreads, as plain ones: sparse, or whole numbers where it expects floats.
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

}  // namespace bindpose
