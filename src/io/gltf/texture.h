// KHR_texture_transform: textures that are moved, turned or scaled on their meshes. gltfpack writes
// it in every file whose texture coordinates it stores as whole numbers.
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Moves the texture coordinates of every primitive whose base colour's texture has a transform, and
// takes the transform away, so that no version of Assimp has a part in it. Whether there was any;
// reports coordinates that can not be read. uv' = offset + R (scale uv) with R = (cos sin; -sin
// cos), v down: the extension's text and its example; the matrix printed in its draft turns the
// other way.
bool apply_texture_transforms(GltfDocument& document, Model& model);

}  // namespace bindpose
