// Meshes of a VRM character that are meant for one way of looking alone.
#pragma once

#include "io/assimp/nodes.h"
#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// firstPerson.meshAnnotations of either version: who looks at a character sees it as others do
// (third person). Meshes for first person alone are hidden, as meshes are that the file hides
// (Mesh::hidden); those and the ones that first person leaves out are told. `vrm`: the extension's
// object. The meshes are there.
void hide_first_person(GltfDocument& document, const FileTree& tree, const nlohmann::json& vrm,
                       Model& model);

}  // namespace bindpose
