// Which of its pictures a glTF texture shows: files may have one in several formats.
#pragma once

#include "io/gltf/document.h"
#include "scene/model.h"

namespace bindpose {

// Textures point at the picture that is read: WebP (EXT_texture_webp) and AVIF (EXT_texture_avif)
// instead of the one for older programs; that one instead of KTX2 and DDS (KHR_texture_basisu,
// GOOGLE_texture_basis, KHR_texture_ktx, MSFT_texture_dds), which are not read. Whether anything
// changed; reports textures that have no picture that is read.
bool choose_pictures(GltfDocument& document, Model& model);

}  // namespace bindpose
