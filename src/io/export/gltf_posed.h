// The posed surface of a glTF model with all that its own file says of how it looks.
#pragma once

#include <string>
#include <vector>

#include "io/export/gltf_source.h"
#include "io/export/surface.h"

namespace bindpose {

// A node for each node of the file that shows a mesh, with its primitives at the file's own
// vertices. Points and normals are the pose's; materials with their extensions, textures, samplers,
// images, further texture coordinates, colours and extras are the file's. Joints, skins, shapes,
// clips, cameras and lights stay behind, and so do tangents.
// Notes are sentences on what could not come along.
void write_gltf_posed(GltfSource& source, const Model& model, const std::vector<Surface>& surfaces,
                      FileWriter& file, GlbPacking packing, std::vector<std::string>& notes);

}  // namespace bindpose
