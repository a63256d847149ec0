// Assimp's materials and the images that they name.
#pragma once

#include <assimp/scene.h>

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "io/assimp/mesh.h"
#include "io/import.h"
#include "scene/material.h"

namespace bindpose {

// The pictures of a material that a format finds by names of its own.
enum class PictureOf { Base, Metal, Rough, Normal, Occlusion, Emission, Alpha };
inline constexpr std::size_t kPictures = 7;

// What a format knows of a material beside what Assimp's own keys say. All linear, all finite; what
// is not there is as those keys have it.
struct MaterialNumbers {
  std::optional<vec3> base{}, emissive{};
  float base_factor = 1.0f, emissive_factor = 1.0f;  // times the colour or the picture in its place
  std::optional<float> metallic{}, roughness{}, alpha{};
  std::optional<vec3> specular{};  // reflectance of a specular-glossiness material
  std::optional<AlphaMode> alpha_mode{};
  float alpha_cutoff = 0.5f;
  bool rough_is_gloss = false;  // the picture of the roughness is white where it is smooth
  // By PictureOf. The property that a picture is connected to, where Assimp has it as "$raw.NAME"
  // only, and whether the material has that picture switched off.
  std::array<std::string, kPictures> picture{};
  std::array<bool, kPictures> off{};

  const std::string& picture_of(PictureOf p) const { return picture[static_cast<std::size_t>(p)]; }
  bool is_off(PictureOf p) const { return off[static_cast<std::size_t>(p)]; }
};

// How a format's materials are read.
struct MaterialReading {
  // Base colours are linear and multiply the texture, one-sidedness is said, textures that are
  // moved on their meshes were dealt with before.
  bool as_gltf = false;
  // What has Assimp's usual name is its own invention: each of its loaders has another grey for a
  // surface of which the file says nothing.
  bool default_is_made_up = false;
  std::set<std::string> moved_textures{};  // materials whose texture is moved, beside those that
                                           // Assimp knows of
  bool linear = false;                     // the numbers of colours are linear, not sRGB
  bool alpha_pictures = false;             // a picture of its own may say where light goes through
  std::function<MaterialNumbers(const aiMaterial&)> numbers{};  // may be empty
};

// Whether it bears the name that Assimp gives what it makes up.
bool has_default_name(const Material& material);

// Fills model.materials, one for each aiMaterial, and model.images (none when options.textures is
// off); see ImageStore for where images come from. What is missing or can not be decoded is
// reported. Phong's and Lambert's numbers are translated to metallic-roughness. Returns what each
// material's textures lie by.
UvChannels read_materials(const aiScene& scene, const std::filesystem::path& file,
                          const MaterialReading& reading, const ImportOptions& options,
                          const std::function<void(float)>& progress, Model& model);

}  // namespace bindpose
