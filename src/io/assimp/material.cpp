#include "io/assimp/material.h"

#include <assimp/material.h>

#include <cmath>
#include <vector>

#include "io/assimp/convert.h"
#include "io/assimp/textures.h"
#include "io/text/import_report.h"

namespace bindpose {
namespace {

// Keys that only newer headers define as macros; the names in the files' properties are the same.
constexpr const char* kBaseColor = "$clr.base";
constexpr const char* kAlphaMode = "$mat.gltf.alphaMode";

vec4 clamped(const aiColor4D& c) {
  const auto unit = [](float v) { return std::isfinite(v) ? glm::clamp(v, 0.0f, 1.0f) : 1.0f; };
  return {unit(c.r), unit(c.g), unit(c.b), unit(c.a)};
}

// aiColor4D reads three-component colours as well and leaves alpha alone.
bool read_color(const aiMaterial& m, const char* key, vec4& out) {
  aiColor4D color(1.0f, 1.0f, 1.0f, 1.0f);
  if (m.Get(key, 0, 0, color) != aiReturn_SUCCESS) return false;
  out = clamped(color);
  return true;
}

vec4 base_color(const aiMaterial& m, const MaterialReading& reading) {
  vec4 color(0.8f, 0.8f, 0.8f, 1.0f);
  if (reading.as_gltf) {
    if (!read_color(m, kBaseColor, color)) read_color(m, "$clr.diffuse", color);
    return color;
  }
  if (!read_color(m, "$clr.diffuse", color)) return color;
  color = vec4(srgb_to_linear(vec3(color)), 1.0f);
  float opacity = 1.0f;
  // Exporters disagree on what 0 means; nobody wants to see nothing.
  if (m.Get("$mat.opacity", 0, 0, opacity) == aiReturn_SUCCESS && opacity > 0.0f &&
      opacity < 1.0f) {
    color.a = opacity;
  }
  return color;
}

// Formats other than glTF have no such switch; modelling programs show both sides.
bool two_sided(const aiMaterial& m, const MaterialReading& reading) {
  if (!reading.as_gltf) return true;
  int value = 0;
  m.Get(AI_MATKEY_TWOSIDED, value);
  return value != 0;
}

float factor_of(const aiMaterial& m, const char* key, float otherwise) {
  float value = otherwise;
  if (m.Get(key, 0, 0, value) != aiReturn_SUCCESS || !std::isfinite(value)) return otherwise;
  return glm::clamp(value, 0.0f, 1.0f);
}

// Older shading has a shine in place of a roughness: the same highlight by the usual formula. Its
// specular colour is no reflectance (programs write a half by default), so that stays at the usual
// 4 %.
void read_finish(const aiMaterial& m, bool as_gltf, Material& out) {
  out.metallic = factor_of(m, "$mat.metallicFactor", as_gltf ? 1.0f : 0.0f);
  float shine = 0.0f;
  vec4 specular(0.0f);
  const bool shines = !as_gltf && read_color(m, "$clr.specular", specular) &&
                      vec3(specular) != vec3(0.0f) &&
                      m.Get("$mat.shininess", 0, 0, shine) == aiReturn_SUCCESS && shine > 0.0f;
  const float rough = shines && std::isfinite(shine) ? std::sqrt(2.0f / (shine + 2.0f)) : 1.0f;
  out.roughness = factor_of(m, "$mat.roughnessFactor", rough);
  vec4 light(0.0f);
  if (read_color(m, "$clr.emissive", light)) {
    out.emissive = as_gltf ? vec3(light) : srgb_to_linear(vec3(light));
  }
}

// glTF says it; elsewhere what lets light through is blended.
void read_alpha(const aiMaterial& m, bool as_gltf, Material& out) {
  if (!as_gltf) {
    if (out.base_color.a < 1.0f) out.alpha_mode = AlphaMode::Blend;
    return;
  }
  aiString mode;
  if (m.Get(kAlphaMode, 0, 0, mode) != aiReturn_SUCCESS) return;
  const std::string text = text_of(mode);
  if (text != "OPAQUE" && !text.empty()) out.alpha_mode = AlphaMode::Mask;
  if (text == "BLEND") out.alpha_mode = AlphaMode::Blend;
  if (out.alpha_mode == AlphaMode::Opaque) out.base_color.a = 1.0f;
}

Material read_material(const aiMaterial& m, const MaterialReading& reading) {
  Material out;
  out.name = text_of(const_cast<aiMaterial&>(m).GetName());
  out.base_color = base_color(m, reading);
  out.two_sided = two_sided(m, reading);
  read_finish(m, reading.as_gltf, out);
  read_alpha(m, reading.as_gltf, out);
  if (reading.default_is_made_up && has_default_name(out)) out.base_color = vec4(1.0f);
  if (reading.default_is_made_up && out.name.empty()) out.name = AI_DEFAULT_MATERIAL_NAME;  // PLY
  return out;
}

// In these formats a texture stands in the place of the number; glTF multiplies.
void put_textures_in_place(const MaterialTextures& textures, Material& m) {
  const auto shown = [&](TextureSlot slot) { return m.use(slot).image >= 0; };
  if (shown(TextureSlot::BaseColor)) m.base_color = vec4(1.0f, 1.0f, 1.0f, m.base_color.a);
  if (shown(TextureSlot::Emissive)) m.emissive = vec3(1.0f);
  if (!shown(TextureSlot::MetallicRoughness)) return;
  if (textures.has_metal) m.metallic = 1.0f;
  if (textures.has_rough) m.roughness = 1.0f;
}

}  // namespace

bool has_default_name(const Material& material) {
  return material.name == AI_DEFAULT_MATERIAL_NAME;
}

UvChannels read_materials(const aiScene& scene, const std::filesystem::path& file,
                          const MaterialReading& reading, const ImportOptions& options,
                          const std::function<void(float)>& progress, Model& model) {
  UvChannels channels;
  std::vector<MaterialTextures> textures;
  ImageStore images(file, options, model);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
    const aiMaterial& source = *scene.mMaterials[i];
    model.materials.push_back(read_material(source, reading));
    Material& material = model.materials.back();
    textures.push_back(
        read_textures(scene, source, i, options.textures ? &images : nullptr, material, model));
    channels.push_back(textures.back().uv);
    const bool moved = textures.back().moved || reading.moved_textures.contains(material.name);
    if (moved && !reading.as_gltf) {
      report(model, Severity::Warning, "material " + material.name,
             "Its texture is moved, turned or scaled on the mesh, which is not read; it may lie in "
             "the wrong place.");
    }
  }
  images.load(progress);
  if (reading.as_gltf) return channels;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    put_textures_in_place(textures[i], model.materials[i]);
  }
  return channels;
}

}  // namespace bindpose
