// Compressed meshes of glTF (KHR_draco_mesh_compression, EXT_meshopt_compression,
// KHR_meshopt_compression) as plain buffers, before Assimp sees them.
#pragma once

#include <functional>

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

bool is_compressed(const GltfDocument& document);

// Decodes every stream into one new buffer of file.made and takes the extensions out of the
// document, whose buffers must be at hand. Streams that the file does not need (the same stands
// there uncompressed) and that are broken are left out with a warning.
//
// The size of what comes out is known from the JSON and compared with the stream's own head before
// anything is allocated: no stream may give more than its accessors or its view declare, all
// together 1 GiB. Streams are decoded side by side; `progress` hears on this thread which part is
// done and may leave by an exception. Throws ImportError.
void decompress(GltfDocument& document, ModelFile& file, Model& model,
                const std::function<void(float)>& progress);

}  // namespace bindpose
