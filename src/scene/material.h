// What a surface is made of: colours, finish, the pictures on it. Metallic-roughness as glTF 2
// defines it; what files say in other terms is translated by the importer.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "math/types.h"

namespace bindpose {

// What a picture is for. Colours (BaseColor, Emissive, the RGB of SpecularGlossiness) are sRGB, the
// others are numbers as they stand.
enum class TextureSlot : std::uint8_t {
  BaseColor,           // RGB: colour, A: coverage
  MetallicRoughness,   // G: roughness, B: metalness
  Normal,              // RGB: tangent-space normal, y up (OpenGL's convention)
  Occlusion,           // R: how much of the ambient light arrives
  Emissive,            // RGB
  SpecularGlossiness,  // RGB: reflectance at normal incidence, A: glossiness
};
inline constexpr std::size_t kTextureSlots = 6;

enum class TextureWrap : std::uint8_t { Repeat, Mirror, Clamp };

// How a picture lies on a mesh: uv' = offset + R(rotation) (scale * uv), with
// R = (cos, sin; -sin, cos) as KHR_texture_transform has it (uv: v down).
struct TextureUse {
  int image = -1;           // index into Model::images, or -1: none
  std::uint8_t uv_set = 0;  // 0: Mesh::uv, 1: Mesh::uv_second
  TextureWrap wrap_u = TextureWrap::Repeat;
  TextureWrap wrap_v = TextureWrap::Repeat;
  vec2 offset{0.0f};
  vec2 scale{1.0f};
  float rotation = 0.0f;  // radians
  bool nearest = false;   // seen from close by, pixels are squares and do not run into each other

  bool operator==(const TextureUse&) const = default;
};

// Rows of the matrix that places a texture: uv' = rows times (u, v, 1).
struct UvRows {
  vec3 u, v;
};
inline UvRows uv_rows(const TextureUse& use) {
  const float c = std::cos(use.rotation), s = std::sin(use.rotation);
  return {vec3(c * use.scale.x, s * use.scale.y, use.offset.x),
          vec3(-s * use.scale.x, c * use.scale.y, use.offset.y)};
}

enum class AlphaMode : std::uint8_t { Opaque, Mask, Blend };

enum class Shading : std::uint8_t {
  MetallicRoughness,
  SpecularGlossiness,  // `specular` and 1 - `roughness`, times the texture of that slot; no metal
  Unlit,               // base colour as it is
};

struct Material {
  std::string name;
  vec4 base_color{0.8f, 0.8f, 0.8f, 1.0f};  // linear; times the texture and the vertices' colours
  Shading shading = Shading::MetallicRoughness;
  AlphaMode alpha_mode = AlphaMode::Opaque;
  float alpha_cutoff = 0.5f;  // Mask: coverage below it is a hole
  bool two_sided = false;
  float metallic = 0.0f;
  float roughness = 1.0f;
  vec3 specular{0.04f};             // reflectance at normal incidence of what is no metal, linear
  vec3 emissive{0.0f};              // linear, strength included: may exceed 1
  float normal_scale = 1.0f;        // times x and y of the normal texture
  float occlusion_strength = 1.0f;  // 0: the texture counts for nothing
  std::array<TextureUse, kTextureSlots> texture{};
  std::uint8_t more_images = 0;  // images in the file that none of the slots can show

  const TextureUse& use(TextureSlot slot) const { return texture[static_cast<std::size_t>(slot)]; }
  TextureUse& use(TextureSlot slot) { return texture[static_cast<std::size_t>(slot)]; }
  // Index into Model::images of the base colour's texture, or -1.
  int base_image() const { return use(TextureSlot::BaseColor).image; }
};

// A texture whose file was not found, and where it belongs.
struct MissingTexture {
  std::string stored;  // as the file names it
  int material = 0;    // index into Model::materials
  TextureSlot slot = TextureSlot::BaseColor;
};

}  // namespace bindpose
