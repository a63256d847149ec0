// Sets of attributes of a glTF primitive: TEXCOORD_0, TEXCOORD_1, ...
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// The numbers n, ascending, of which a primitive's attributes have both JOINTS_n and WEIGHTS_n: one
// says nothing without the other.
std::vector<std::size_t> weight_sets(const nlohmann::json& attributes);

// Sets must count up from 0, and Assimp refuses a file where one is missing. A missing set of
// texture coordinates becomes the next one once more, so that materials find those that they name;
// joints move down together with their weights; colours behind a gap, which nothing shows, go.
// Joints without weights of their number, and weights without joints, go with a warning. Says so.
// True where anything was changed, or is to be written anew: sets beyond 9 that do not stand in
// their order.
bool close_gaps(GltfDocument& document, Model& model);

// An element of a root array as text. Like json::dump(), but a mesh's sets of attributes stand in
// the order in which they count, JOINTS_2 before JOINTS_10: Assimp refuses others.
std::string gltf_dump(const nlohmann::json& element);

// Says which meshes have joints and weights while a node that shows them has no skin: their weights
// do nothing there.
void note_meshes_without_skin(GltfDocument& document, Model& model);

}  // namespace bindpose
