// How a glTF texture lies on its mesh, and the small values of materials, read so that nothing in a
// file can be of the wrong kind.
#pragma once

#include "io/gltf/document.h"
#include "scene/material.h"

namespace bindpose {

struct GltfTextureInfo {
  TextureUse use;    // without image and uv_set
  unsigned set = 0;  // TEXCOORD_set
};

// Of a textureInfo object: KHR_texture_transform and the sampler of its texture. Numbers that are
// not finite are the defaults. uv' = offset + R (scale uv) with R = (cos sin; -sin cos), v down:
// the extension's text and its example; the matrix printed in its draft turns the other way.
GltfTextureInfo read_texture_info(GltfDocument& document, const nlohmann::json& info);

// object[key] where that is an object, else null.
const nlohmann::json& gltf_object(const nlohmann::json& object, const char* key);
// Finite numbers that a float holds, or what stands in for them.
float gltf_number(const nlohmann::json& object, const char* key, float otherwise);
vec3 gltf_vec3(const nlohmann::json& object, const char* key, const vec3& otherwise);
vec4 gltf_vec4(const nlohmann::json& object, const char* key, const vec4& otherwise);

// The part of what is behind a material that is drawn through it (KHR_materials_transmission), 0 to
// 1: 0 where a picture says where it lets light through, or the colour's picture has the alpha.
float gltf_see_through(const nlohmann::json& material);

}  // namespace bindpose
