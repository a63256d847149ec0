#include "io/gltf/look/material.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "io/assimp/convert.h"
#include "io/files/base64.h"
#include "io/files/companion.h"
#include "io/files/image_io.h"
#include "io/gltf/look/texture_info.h"
#include "io/gltf/order.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

vec3 unit_range(vec3 v) {
  return glm::clamp(v, vec3(0.0f), vec3(1.0f));
}

AlphaMode alpha_mode(const json& material) {
  const std::string mode = gltf_text(material, "alphaMode");
  if (mode == "MASK") return AlphaMode::Mask;
  if (mode == "BLEND") return AlphaMode::Blend;
  return AlphaMode::Opaque;
}

// How much light a surface that is no metal throws straight back: of its index of refraction, times
// what KHR_materials_specular makes of that. Both extensions' texts.
vec3 reflectance(const json& extensions) {
  constexpr float kUsualIor = 1.5f;
  const float ior = gltf_number(gltf_object(extensions, "KHR_materials_ior"), "ior", kUsualIor);
  const float root = ior >= 0.0f ? (ior - 1.0f) / (ior + 1.0f) : 0.2f;
  const json& specular = gltf_object(extensions, "KHR_materials_specular");
  const vec3 color = glm::max(gltf_vec3(specular, "specularColorFactor", vec3(1.0f)), vec3(0.0f));
  const float factor = glm::clamp(gltf_number(specular, "specularFactor", 1.0f), 0.0f, 1.0f);
  return glm::min(root * root * color, vec3(1.0f)) * factor;
}

// VRM 0 says how MToon shades beside the materials.
const json& mtoon_of_vrm0(const json& root_extensions, std::size_t index) {
  static const json none;
  const json& list = gltf_array(gltf_object(root_extensions, "VRM"), "materialProperties");
  if (index >= list.size()) return none;
  return gltf_text(list[index], "shader").find("MToon") == std::string::npos ? none : list[index];
}

void read_mtoon(const json& mtoon, Material& out) {
  out.shading = Shading::Unlit;
  const json& numbers = gltf_object(mtoon, "floatProperties");
  const float mode = gltf_number(numbers, "_BlendMode", -1.0f);
  if (mode == 0.0f) out.alpha_mode = AlphaMode::Opaque;
  if (mode == 1.0f) out.alpha_mode = AlphaMode::Mask;
  if (mode == 2.0f || mode == 3.0f) out.alpha_mode = AlphaMode::Blend;
  if (mode == 1.0f) {
    out.alpha_cutoff = glm::clamp(gltf_number(numbers, "_Cutoff", out.alpha_cutoff), 0.0f, 1.0f);
  }
  if (gltf_number(numbers, "_CullMode", -1.0f) == 0.0f) out.two_sided = true;
  // Linear, unlike MToon's other colours (UniVRM: ColorSpace.Linear). The glTF material may have it
  // as well, held to 1.
  const vec4 glow =
      gltf_vec4(gltf_object(mtoon, "vectorProperties"), "_EmissionColor", vec4(out.emissive, 1.0f));
  out.emissive = glm::max(vec3(glow), vec3(0.0f));
}

// Every texture below, by its number: what no slot shows is counted.
void collect_textures(const json& from, std::set<std::size_t>& out) {
  constexpr std::size_t kMostTextures = 1 << 16;
  std::vector<const json*> open{&from};
  while (!open.empty()) {
    const json& here = *open.back();
    open.pop_back();
    if (!here.is_object()) continue;
    for (const auto& [key, value] : here.items()) {
      if (!value.is_object()) continue;
      const auto index = gltf_index(value, "index", kMostTextures);
      if (key.ends_with("Texture") && index) out.insert(*index);
      open.push_back(&value);
    }
  }
}

struct MaterialReader {
  GltfDocument& document;
  std::size_t place;
  ImageStore* images;  // nullptr: none are wanted
  Model& model;
  Material material{};  // slots without their images yet
  UvSets uv{};
  std::array<std::optional<unsigned>, kTextureSlots> set{};
  std::array<std::optional<std::size_t>, kTextureSlots> texture{};

  void use(const json& owner, const char* key, TextureSlot slot);
  void want(std::size_t image, TextureSlot slot);
  void choose_sets(const std::string& name);
  void read(const json& source, const json& mtoon);
  void read_gloss(const json& gloss);
};

void MaterialReader::use(const json& owner, const char* key, TextureSlot slot) {
  const json& info = gltf_object(owner, key);
  const auto index = gltf_index(info, "index", gltf_count(document, "textures"));
  if (!index) return;
  const auto s = static_cast<std::size_t>(slot);
  const GltfTextureInfo read = read_texture_info(document, info);
  material.use(slot) = read.use;
  set[s] = read.set;
  texture[s] = *index;
}

void MaterialReader::want(std::size_t image, TextureSlot slot) {
  const json& source = gltf_get(document, "images", image);
  const ImageUser user{place, slot};
  const std::string number = "image " + std::to_string(image);
  const std::string uri = gltf_text(source, "uri");
  std::string name = gltf_text(source, "name");
  if (name.empty()) name = number;
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(',');
    if (comma == uri.npos) return;
    const auto decode = [coded = uri.substr(comma + 1)](int side, std::string& error) {
      return decode_image(base64_decoded(coded), side, error, ImageKinds::All);
    };
    return images->want({number, name, decode}, user);
  }
  if (!uri.empty()) return images->want({uri}, user);
  const auto view = gltf_index(source, "bufferView", gltf_count(document, "bufferViews"));
  if (!view) return;
  const json& at = gltf_get(document, "bufferViews", *view);
  const auto buffer = gltf_index(at, "buffer", gltf_count(document, "buffers"));
  const auto bytes = buffer ? gltf_bytes(document, *buffer, gltf_size(at, "byteOffset", 0),
                                         gltf_size(at, "byteLength", 0))
                            : std::span<const std::uint8_t>();
  const auto decode = [bytes](int side, std::string& error) -> std::optional<Image> {
    if (!bytes.empty()) return decode_image(bytes, side, error, ImageKinds::All);
    error = "its bytes are not in the file.";
    return std::nullopt;
  };
  images->want({number, name, decode}, user);
}

// The base colour's set comes first, then those of the other slots in their order. A third has no
// place on a mesh.
void MaterialReader::choose_sets(const std::string& name) {
  std::optional<unsigned> first, second;
  std::size_t left_out = 0;
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (!set[s]) continue;
    if (!first) first = set[s];
    if (*set[s] != *first && !second) second = set[s];
    TextureUse& slot = material.texture[s];
    if (*set[s] == *first) {
      slot.uv_set = 0;
    } else if (*set[s] == *second) {
      slot.uv_set = 1;
    } else {
      slot = {};
      texture[s].reset();
      ++left_out;
    }
  }
  uv = {first.value_or(0), second};
  if (left_out > 0) {
    report(model, Severity::Warning, "material " + name,
           counted(left_out, "texture of it lies", "textures of it lie") +
               " by a third set of texture coordinates, which is not read; left out.");
  }
}

void MaterialReader::read_gloss(const json& gloss) {
  Material& m = material;
  m.shading = Shading::SpecularGlossiness;
  const vec4 white(1.0f);
  m.base_color = glm::clamp(gltf_vec4(gloss, "diffuseFactor", white), vec4(0.0f), white);
  m.specular = unit_range(gltf_vec3(gloss, "specularFactor", vec3(1.0f)));
  m.roughness = 1.0f - glm::clamp(gltf_number(gloss, "glossinessFactor", 1.0f), 0.0f, 1.0f);
  m.metallic = 0.0f;
  use(gloss, "diffuseTexture", TextureSlot::BaseColor);
  use(gloss, "specularGlossinessTexture", TextureSlot::SpecularGlossiness);
}

void MaterialReader::read(const json& source, const json& mtoon) {
  Material& m = material;
  m.name = clean_text(gltf_text(source, "name"));
  const json& extensions = gltf_object(source, "extensions");
  const json& surface = gltf_object(source, "pbrMetallicRoughness");
  const vec4 white(1.0f);
  m.specular = reflectance(extensions);
  if (const json& gloss = gltf_object(extensions, "KHR_materials_pbrSpecularGlossiness");
      gloss.is_object()) {
    read_gloss(gloss);
  } else {
    m.base_color = glm::clamp(gltf_vec4(surface, "baseColorFactor", white), vec4(0.0f), white);
    m.metallic = glm::clamp(gltf_number(surface, "metallicFactor", 1.0f), 0.0f, 1.0f);
    m.roughness = glm::clamp(gltf_number(surface, "roughnessFactor", 1.0f), 0.0f, 1.0f);
    use(surface, "baseColorTexture", TextureSlot::BaseColor);
    use(surface, "metallicRoughnessTexture", TextureSlot::MetallicRoughness);
  }
  use(source, "normalTexture", TextureSlot::Normal);
  use(source, "occlusionTexture", TextureSlot::Occlusion);
  use(source, "emissiveTexture", TextureSlot::Emissive);
  m.normal_scale = gltf_number(gltf_object(source, "normalTexture"), "scale", 1.0f);
  m.occlusion_strength = glm::clamp(
      gltf_number(gltf_object(source, "occlusionTexture"), "strength", 1.0f), 0.0f, 1.0f);
  const float strength = gltf_number(gltf_object(extensions, "KHR_materials_emissive_strength"),
                                     "emissiveStrength", 1.0f);
  m.emissive =
      unit_range(gltf_vec3(source, "emissiveFactor", vec3(0.0f))) * std::max(strength, 0.0f);
  m.alpha_mode = alpha_mode(source);
  m.alpha_cutoff = std::max(gltf_number(source, "alphaCutoff", 0.5f), 0.0f);
  const json sides = source.is_object() ? source.value("doubleSided", json()) : json();
  m.two_sided = sides.is_boolean() && sides.get<bool>();
  // MToon glows besides; what is unlit alone has no light of its own, whatever else it says for
  // programs that do not know the extension.
  const bool toon =
      mtoon.is_object() || gltf_object(extensions, "VRMC_materials_mtoon").is_object();
  const bool unlit = gltf_object(extensions, "KHR_materials_unlit").is_object();
  if (toon || unlit) m.shading = Shading::Unlit;
  if (unlit && !toon) m.emissive = vec3(0.0f);
  if (mtoon.is_object()) {
    read_mtoon(mtoon, m);
    const json& pictures = gltf_object(mtoon, "textureProperties");
    if (pictures.is_object() && pictures.contains("_EmissionMap")) {
      use({{"picture", {{"index", pictures["_EmissionMap"]}}}}, "picture", TextureSlot::Emissive);
    }
  }
  if (m.alpha_mode == AlphaMode::Opaque) m.base_color.a = 1.0f;
  if (const float through = gltf_see_through(source); through > 0.0f) {
    m.alpha_mode = AlphaMode::Blend;
    m.base_color.a = 1.0f - through;
  }

  choose_sets(m.name);
  std::set<std::size_t> all;
  collect_textures(source, all);
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (!texture[s]) continue;
    all.erase(*texture[s]);
    const auto image = gltf_index(gltf_get(document, "textures", *texture[s]), "source",
                                  gltf_count(document, "images"));
    if (image && images != nullptr) want(*image, static_cast<TextureSlot>(s));
  }
  m.more_images = static_cast<std::uint8_t>(std::min<std::size_t>(all.size(), 255));
}

// Assimp adds one of its own behind those of the file, whether a surface without any is there or
// not.
void drop_made_up(const aiScene& scene, std::vector<std::optional<std::size_t>>& number) {
  if (number.empty() || number.back()) return;
  const auto last = static_cast<unsigned>(number.size() - 1);
  const bool used =
      std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                  [last](const aiMesh* mesh) { return mesh->mMaterialIndex == last; });
  if (!used) number.pop_back();
}

}  // namespace

UvChannels read_gltf_materials(GltfDocument& document, const aiScene& scene, const FileTree& tree,
                               bool textures, ImageStore& images, Model& model) {
  // By what shows them: Assimp numbers them in an order of its own.
  std::vector<std::optional<std::size_t>> number(scene.mNumMaterials);
  const std::size_t count = gltf_count(document, "materials");
  for_each_gltf_part(document, tree, [&](unsigned mesh, const json& primitive) {
    if (mesh >= scene.mNumMeshes) return;
    const unsigned material = scene.mMeshes[mesh]->mMaterialIndex;
    if (material < number.size()) number[material] = gltf_index(primitive, "material", count);
  });
  drop_made_up(scene, number);
  const json root = gltf_member(document, "extensions");
  const json none;
  const json no_material = json::object();
  UvChannels out;
  for (std::size_t m = 0; m < number.size(); ++m) {
    MaterialReader reader{document, m, textures ? &images : nullptr, model};
    const json& material = number[m] ? gltf_get(document, "materials", *number[m]) : no_material;
    reader.read(material, number[m] ? mtoon_of_vrm0(root, *number[m]) : none);
    if (!number[m]) reader.material.name = text_of(scene.mMaterials[m]->GetName());
    out.push_back(reader.uv);
    model.materials.push_back(std::move(reader.material));
  }
  return out;
}

}  // namespace bindpose
