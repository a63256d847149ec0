// Clips that a scene added, written into the file of a glTF model.
#pragma once

#include "io/export/glb_document.h"
#include "io/export/gltf_source.h"
#include "scene/scene.h"

namespace bindpose {

// Whether all that they move is found in the file: nodes, and the targets of morphs.
bool can_add_clips(GltfSource& source, const Scene& scene);

// Animations behind those of the file. A node that they move and that has a matrix gets the same as
// translation, rotation and scale, for the format asks for that.
void add_gltf_clips(GltfSource& source, const Scene& scene, GlbDocument& out);

}  // namespace bindpose
