// What a glTF file says of its picture that is left out of ours, where nothing requires it.
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Reports, at most a sentence each: nodes that repeat their mesh (EXT_mesh_gpu_instancing), and how
// many materials have which finish that is not drawn (clearcoat, transmission, sheen, iridescence,
// anisotropy, diffuse transmission, MToon's shading). A finish of strength 0 is none.
void report_not_drawn(GltfDocument& document, Model& model);

}  // namespace bindpose
