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

vec3 color_of(const vec4& number, bool linear) {
  return linear ? vec3(number) : srgb_to_linear(vec3(number));
}

vec4 base_color(const aiMaterial& m, const MaterialReading& reading) {
  vec4 color(0.8f, 0.8f, 0.8f, 1.0f);
  if (reading.as_gltf) {
    if (!read_color(m, kBaseColor, color)) read_color(m, "$clr.diffuse", color);
    return color;
  }
  if (!read_color(m, "$clr.diffuse", color)) return color;
  // The grey that Assimp makes up for what has no material is meant for the screen.
  const bool made_up = text_of(const_cast<aiMaterial&>(m).GetName()) == AI_DEFAULT_MATERIAL_NAME;
  color = vec4(color_of(color, reading.linear && !made_up), 1.0f);
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

// Older shading has a shine in place of a roughness: the same highlight by the usual formula, n = 2
// / alpha^2 - 2 (as Walter et al. 2007 match Beckmann and Phong), where alpha is the roughness
// squared, as in glTF. Its specular colour is no reflectance (programs write a half by default), so
// that stays at the usual 4 %.
void read_finish(const aiMaterial& m, const MaterialReading& reading, Material& out) {
  const bool as_gltf = reading.as_gltf;
  out.metallic = factor_of(m, "$mat.metallicFactor", as_gltf ? 1.0f : 0.0f);
  float shine = 0.0f;
  vec4 specular(0.0f);
  const bool shines = !as_gltf && read_color(m, "$clr.specular", specular) &&
                      vec3(specular) != vec3(0.0f) &&
                      m.Get("$mat.shininess", 0, 0, shine) == aiReturn_SUCCESS && shine > 0.0f;
  const float rough =
      shines && std::isfinite(shine) ? std::sqrt(std::sqrt(2.0f / (shine + 2.0f))) : 1.0f;
  out.roughness = factor_of(m, "$mat.roughnessFactor", rough);
  vec4 light(0.0f);
  if (read_color(m, "$clr.emissive", light)) {
    out.emissive = color_of(light, as_gltf || reading.linear);
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

// What the format itself knows stands in the place of what Assimp's keys say.
void put_numbers(const MaterialNumbers& numbers, Material& out) {
  if (numbers.base) out.base_color = vec4(*numbers.base, out.base_color.a);
  if (numbers.emissive) out.emissive = *numbers.emissive;
  out.base_color = vec4(vec3(out.base_color) * numbers.base_factor, out.base_color.a);
  out.emissive *= numbers.emissive_factor;
  if (numbers.metallic) out.metallic = *numbers.metallic;
  if (numbers.roughness) out.roughness = *numbers.roughness;
  if (numbers.alpha) out.base_color.a = *numbers.alpha;
  if (!numbers.specular) return;
  out.shading = Shading::SpecularGlossiness;
  out.specular = *numbers.specular;
  out.metallic = 0.0f;
}

Material read_material(const aiMaterial& m, const MaterialReading& reading,
                       const MaterialNumbers& numbers) {
  Material out;
  out.name = text_of(const_cast<aiMaterial&>(m).GetName());
  out.base_color = base_color(m, reading);
  out.two_sided = two_sided(m, reading);
  read_finish(m, reading, out);
  put_numbers(numbers, out);
  read_alpha(m, reading.as_gltf, out);
  if (numbers.alpha_mode) {
    out.alpha_mode = *numbers.alpha_mode;
    out.alpha_cutoff = numbers.alpha_cutoff;
  }
  if (reading.default_is_made_up && has_default_name(out)) out.base_color = vec4(1.0f);
  if (reading.default_is_made_up && out.name.empty()) out.name = AI_DEFAULT_MATERIAL_NAME;  // PLY
  return out;
}

// In these formats a texture stands in the place of the number; glTF multiplies.
void put_textures_in_place(const MaterialTextures& textures, const MaterialNumbers& numbers,
                           Material& m) {
  const auto shown = [&](TextureSlot slot) { return m.use(slot).image >= 0; };
  if (shown(TextureSlot::BaseColor) && textures.has_base) {
    m.base_color = vec4(vec3(numbers.base_factor), m.base_color.a);
  }
  if (shown(TextureSlot::Emissive)) m.emissive = vec3(numbers.emissive_factor);
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
  std::vector<MaterialNumbers> numbers;
  ImageStore images(file, options, model);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
    const aiMaterial& source = *scene.mMaterials[i];
    numbers.push_back(reading.numbers ? reading.numbers(source) : MaterialNumbers());
    model.materials.push_back(read_material(source, reading, numbers.back()));
    Material& material = model.materials.back();
    textures.push_back(read_textures(scene, source, {reading, numbers.back()}, i,
                                     options.textures ? &images : nullptr, material, model));
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
    put_textures_in_place(textures[i], numbers[i], model.materials[i]);
  }
  return channels;
}

}  // namespace bindpose
