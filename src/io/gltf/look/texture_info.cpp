#include "io/gltf/look/texture_info.h"

#include <cmath>

namespace bindpose {
namespace {

using nlohmann::json;

template <typename Vector>
Vector numbers(const json& object, const char* key, const Vector& otherwise) {
  const json& list = gltf_array(object, key);
  if (list.size() != static_cast<std::size_t>(Vector::length())) return otherwise;
  Vector out(0.0f);
  for (glm::length_t k = 0; k < Vector::length(); ++k) {
    const json& value = list[static_cast<std::size_t>(k)];
    out[k] = value.is_number() ? value.get<float>() : NAN;
    if (!std::isfinite(out[k])) return otherwise;
  }
  return out;
}

TextureWrap wrap(const json& sampler, const char* key) {
  constexpr std::size_t kClamp = 33071, kMirror = 33648, kMost = 1 << 16;
  const std::size_t mode = gltf_index(sampler, key, kMost).value_or(0);
  if (mode == kClamp) return TextureWrap::Clamp;
  return mode == kMirror ? TextureWrap::Mirror : TextureWrap::Repeat;
}

}  // namespace

const json& gltf_object(const json& object, const char* key) {
  static const json none;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found == object.end() || !found->is_object() ? none : *found;
}

float gltf_number(const json& object, const char* key, float otherwise) {
  if (!object.is_object()) return otherwise;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return otherwise;
  const float value = found->get<float>();
  return std::isfinite(value) ? value : otherwise;
}

vec3 gltf_vec3(const json& object, const char* key, const vec3& otherwise) {
  return numbers(object, key, otherwise);
}

vec4 gltf_vec4(const json& object, const char* key, const vec4& otherwise) {
  return numbers(object, key, otherwise);
}

GltfTextureInfo read_texture_info(GltfDocument& document, const json& info) {
  constexpr std::size_t kMaxSets = 64;
  GltfTextureInfo out;
  const json& moved = gltf_object(gltf_object(info, "extensions"), "KHR_texture_transform");
  const std::size_t set = gltf_index(info, "texCoord", kMaxSets).value_or(0);
  out.set = static_cast<unsigned>(gltf_index(moved, "texCoord", kMaxSets).value_or(set));
  out.use.offset = numbers(moved, "offset", vec2(0.0f));
  out.use.scale = numbers(moved, "scale", vec2(1.0f));
  out.use.rotation = gltf_number(moved, "rotation", 0.0f);
  const auto texture = gltf_index(info, "index", gltf_count(document, "textures"));
  if (!texture) return out;
  const auto sampler = gltf_index(gltf_get(document, "textures", *texture), "sampler",
                                  gltf_count(document, "samplers"));
  if (!sampler) return out;
  constexpr std::size_t kNearest = 9728, kMost = 1 << 16;
  const json& how = gltf_get(document, "samplers", *sampler);
  out.use.wrap_u = wrap(how, "wrapS");
  out.use.wrap_v = wrap(how, "wrapT");
  out.use.nearest = gltf_index(how, "magFilter", kMost) == kNearest;
  return out;
}

// A quarter of the surface stays: what is to be seen of glass are its own lights.
float gltf_see_through(const json& material) {
  constexpr float kMost = 0.75f;
  const json& transmission =
      gltf_object(gltf_object(material, "extensions"), "KHR_materials_transmission");
  const json& surface = gltf_object(material, "pbrMetallicRoughness");
  const std::string mode = gltf_text(material, "alphaMode");
  if ((!mode.empty() && mode != "OPAQUE") ||
      gltf_object(transmission, "transmissionTexture").is_object() ||
      gltf_object(surface, "baseColorTexture").is_object()) {
    return 0.0f;
  }
  return kMost * glm::clamp(gltf_number(transmission, "transmissionFactor", 0.0f), 0.0f, 1.0f);
}

}  // namespace bindpose
