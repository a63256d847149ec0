// Sets of attributes of a glTF primitive: TEXCOORD_0, TEXCOORD_1, ...
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Sets must count up from 0, and Assimp refuses a file where one is missing. A missing set of
// texture coordinates becomes the next one once more, so that materials find those that they name;
// joints and weights move down; colours behind a gap, which nothing shows, go. Says so. True where
// anything was changed.
bool close_gaps(GltfDocument& document, Model& model);

}  // namespace bindpose
