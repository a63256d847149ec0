// Extensions that a glTF file can not do without.
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Throws ImportError where a required extension is not read and the picture would be wrong without
// it: names it and says what to do. One that only looks or textures need is reported.
void check_required_extensions(const GltfDocument& document, const ModelFile& file, Model& model);

}  // namespace bindpose
