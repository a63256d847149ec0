// Extensions that a glTF file can not do without.
#pragma once

#include "io/gltf/document.h"

namespace bindpose {

// Throws ImportError where a required extension is not read and the picture would be wrong without
// it: names it and says what to do.
void check_required_extensions(const GltfDocument& document, const ModelFile& file);

}  // namespace bindpose
