#include "io/gltf/texture.h"

#include <cmath>
#include <map>

#include "io/text/import_report.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr const char* kTransform = "KHR_texture_transform";

struct TextureTransform {
  double offset[2] = {0, 0}, scale[2] = {1, 1};
  double rotation = 0;
  std::size_t set = 0;  // TEXCOORD_set
};

// The base colour's texture of a material, in either way to write one; null without one.
json* base_texture(json& material) {
  for (const char* place : {"/pbrMetallicRoughness/baseColorTexture",
                            "/extensions/KHR_materials_pbrSpecularGlossiness/diffuseTexture"}) {
    const json::json_pointer at(place);
    if (material.contains(at) && material[at].is_object()) return &material[at];
  }
  return nullptr;
}

void read_pair(const json& object, const char* key, double (&out)[2]) {
  const json& pair = gltf_array(object, key);
  if (pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number()) return;
  for (std::size_t k = 0; k < 2; ++k) out[k] = pair[k].get<double>();
}

std::size_t set_of(const json& object, std::size_t otherwise) {
  constexpr std::size_t kMaxSets = 64;
  return gltf_index(object, "texCoord", kMaxSets).value_or(otherwise);
}

// Takes the transform out of the texture's object; nothing where it has none.
std::optional<TextureTransform> take_transform(json& texture) {
  const json::json_pointer at(std::string("/extensions/") + kTransform);
  if (!texture.contains(at) || !texture[at].is_object()) return std::nullopt;
  const json found = texture[at];
  TextureTransform out;
  read_pair(found, "offset", out.offset);
  read_pair(found, "scale", out.scale);
  const auto rotation = found.find("rotation");
  if (rotation != found.end() && rotation->is_number()) out.rotation = rotation->get<double>();
  out.set = set_of(found, set_of(texture, 0));
  texture["extensions"].erase(kTransform);
  texture["texCoord"] = out.set;
  return out;
}

void transform(const TextureTransform& t, GltfValues& uv) {
  const double c = std::cos(t.rotation), s = std::sin(t.rotation);
  for (std::size_t i = 0; i + 1 < uv.value.size(); i += 2) {
    const double u = t.scale[0] * static_cast<double>(uv.value[i]);
    const double v = t.scale[1] * static_cast<double>(uv.value[i + 1]);
    uv.value[i] = static_cast<float>(t.offset[0] + c * u + s * v);
    uv.value[i + 1] = static_cast<float>(t.offset[1] - s * u + c * v);
  }
}

// Moved coordinates, once for each accessor and material.
struct Mover {
  GltfDocument& document;
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::size_t>> done{};

  std::optional<std::size_t> moved(std::size_t accessor, std::size_t material,
                                   const TextureTransform& t) {
    const auto [at, fresh] = done.try_emplace({accessor, material});
    if (!fresh) return at->second;
    auto uv = read_accessor(document, accessor);
    if (!uv || uv->components != 2) return std::nullopt;
    transform(t, *uv);
    at->second = add_accessor(document, uv->value, "VEC2", uv->count, kGltfFloat);
    return at->second;
  }
};

std::map<std::size_t, TextureTransform> take_transforms(GltfDocument& document) {
  std::map<std::size_t, TextureTransform> out;  // material -> what its texture is moved by
  for (std::size_t m = 0; m < gltf_count(document, "materials"); ++m) {
    if (document.array["materials"].element[m].text.find(kTransform) == std::string::npos) continue;
    if (!gltf_get(document, "materials", m).is_object()) continue;
    json& material = gltf_change(document, "materials", m);
    json* const texture = base_texture(material);
    if (texture == nullptr) continue;
    if (const auto found = take_transform(*texture)) out.emplace(m, *found);
  }
  return out;
}

}  // namespace

bool apply_texture_transforms(GltfDocument& document, Model& model) {
  const auto transforms = take_transforms(document);
  if (transforms.empty()) return false;
  Mover mover{document};
  std::size_t failed = 0;
  const std::size_t accessors = gltf_count(document, "accessors");
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    const std::size_t primitives = gltf_array(gltf_get(document, "meshes", m), "primitives").size();
    for (std::size_t p = 0; p < primitives; ++p) {
      const json& primitive = gltf_get(document, "meshes", m)["primitives"][p];
      const auto material = gltf_index(primitive, "material", gltf_count(document, "materials"));
      const auto found = material ? transforms.find(*material) : transforms.end();
      if (found == transforms.end() || !primitive.contains("attributes")) continue;
      const std::string name = "TEXCOORD_" + std::to_string(found->second.set);
      const auto accessor = gltf_index(primitive["attributes"], name.c_str(), accessors);
      if (!accessor) continue;  // nothing to move
      const auto moved = mover.moved(*accessor, *material, found->second);
      if (moved) gltf_change(document, "meshes", m)["primitives"][p]["attributes"][name] = *moved;
      failed += moved ? 0 : 1;
    }
  }
  if (failed > 0) {
    report(model, Severity::Warning, "file",
           counted(failed, "mesh has texture coordinates", "meshes have texture coordinates") +
               " that could not be read; textures may lie in wrong places.");
  }
  return true;
}

}  // namespace bindpose
