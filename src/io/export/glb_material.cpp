// GlbBuilder::add_material: a material as glTF has it.
#include <algorithm>
#include <string>

#include "io/export/glb_builder.h"
#include "io/files/image_io.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace {

using OrderedJson = GlbBuilder::Json;

constexpr vec3 kUsualSpecular{0.04f};  // of an index of refraction of 1.5

template <typename Vector>
OrderedJson numbers(const Vector& v) {
  OrderedJson out = OrderedJson::array();
  for (int k = 0; k < Vector::length(); ++k) out.push_back(shortest_double(v[k]));
  return out;
}

template <typename Vector>
OrderedJson factors(const Vector& v) {
  return numbers(glm::clamp(v, Vector(0.0f), Vector(1.0f)));
}

OrderedJson factor(float v) {
  return shortest_double(std::clamp(v, 0.0f, 1.0f));
}

constexpr int wrap_mode(TextureWrap wrap) {
  constexpr int kRepeat = 10497, kClamp = 33071, kMirror = 33648;
  if (wrap == TextureWrap::Clamp) return kClamp;
  return wrap == TextureWrap::Mirror ? kMirror : kRepeat;
}

}  // namespace

void GlbBuilder::uses(const char* extension) {
  OrderedJson& list = root["extensionsUsed"];
  if (std::find(list.begin(), list.end(), extension) == list.end()) list.push_back(extension);
}

std::size_t GlbBuilder::add_image(int image) {
  const auto [known, fresh] = image_.try_emplace(image, 0);
  if (!fresh) return known->second;
  const Image& source = model.images[static_cast<std::size_t>(image)];
  const std::size_t view = add_bytes(encode_png(source));
  root["images"].push_back(
      {{"name", clean_utf8(source.name)}, {"mimeType", "image/png"}, {"bufferView", view}});
  return known->second = root["images"].size() - 1;
}

std::size_t GlbBuilder::add_texture(const TextureUse& use) {
  const Sampling how{wrap_mode(use.wrap_u), wrap_mode(use.wrap_v), use.nearest ? 1 : 0};
  const auto [known, fresh] = texture_.try_emplace({use.image, how}, 0);
  if (!fresh) return known->second;
  OrderedJson texture = {{"source", add_image(use.image)}};
  constexpr int kRepeated = wrap_mode(TextureWrap::Repeat), kNearest = 9728;
  if (how != Sampling{kRepeated, kRepeated, 0}) {
    const auto [sampler, is_new] = sampler_.try_emplace(how, 0);
    if (is_new) {
      root["samplers"].push_back({{"wrapS", how[0]}, {"wrapT", how[1]}});
      if (use.nearest) root["samplers"].back()["magFilter"] = kNearest;
      sampler->second = root["samplers"].size() - 1;
    }
    texture["sampler"] = sampler->second;
  }
  root["textures"].push_back(std::move(texture));
  return known->second = root["textures"].size() - 1;
}

// Into owner[key], with what else the reference says in `more`.
void GlbBuilder::add_use(OrderedJson& owner, const char* key, const TextureUse& use,
                         OrderedJson more) {
  if (use.image < 0) return;
  OrderedJson info = std::move(more);
  info["index"] = add_texture(use);
  if (use.uv_set != 0) info["texCoord"] = use.uv_set;
  OrderedJson moved = OrderedJson::object();
  if (use.offset != vec2(0.0f)) moved["offset"] = numbers(use.offset);
  if (use.rotation != 0.0f) moved["rotation"] = shortest_double(use.rotation);
  if (use.scale != vec2(1.0f)) moved["scale"] = numbers(use.scale);
  if (!moved.empty()) {
    uses("KHR_texture_transform");
    info["extensions"]["KHR_texture_transform"] = std::move(moved);
  }
  owner[key] = std::move(info);
}

// Programs that do not know the extension show the same colour and roughness, without the gloss
// texture.
void GlbBuilder::add_extensions(const Material& m, OrderedJson& out) {
  const auto extension = [&](const char* name) -> OrderedJson& {
    uses(name);
    return out["extensions"][name] = OrderedJson::object();
  };
  if (m.shading == Shading::Unlit) extension("KHR_materials_unlit");
  if (m.shading == Shading::SpecularGlossiness) {
    OrderedJson gloss = {{"diffuseFactor", factors(m.base_color)},
                         {"specularFactor", factors(m.specular)},
                         {"glossinessFactor", factor(1.0f - m.roughness)}};
    add_use(gloss, "diffuseTexture", m.use(TextureSlot::BaseColor), OrderedJson::object());
    add_use(gloss, "specularGlossinessTexture", m.use(TextureSlot::SpecularGlossiness),
            OrderedJson::object());
    extension("KHR_materials_pbrSpecularGlossiness") = std::move(gloss);
  }
  if (glm::distance(m.specular, kUsualSpecular) > 1e-6f) {
    const vec3 color = glm::max(m.specular, vec3(0.0f)) / kUsualSpecular;
    extension("KHR_materials_specular")["specularColorFactor"] = numbers(color);
  }
  const float light = std::max({m.emissive.r, m.emissive.g, m.emissive.b});
  if (light > 1.0f) {
    extension("KHR_materials_emissive_strength")["emissiveStrength"] = shortest_double(light);
  }
}

std::size_t GlbBuilder::add_material(int index) {
  if (const auto known = material_.find(index); known != material_.end()) return known->second;
  const Material& m = model.materials[static_cast<std::size_t>(index)];
  OrderedJson surface = {{"baseColorFactor", factors(m.base_color)},
                         {"metallicFactor", factor(m.metallic)},
                         {"roughnessFactor", factor(m.roughness)}};
  add_use(surface, "baseColorTexture", m.use(TextureSlot::BaseColor), OrderedJson::object());
  add_use(surface, "metallicRoughnessTexture", m.use(TextureSlot::MetallicRoughness),
          OrderedJson::object());
  OrderedJson out = {{"name", clean_utf8(m.name)}, {"pbrMetallicRoughness", std::move(surface)}};
  OrderedJson normal = OrderedJson::object(), occlusion = OrderedJson::object();
  if (m.normal_scale != 1.0f) normal["scale"] = shortest_double(m.normal_scale);
  if (m.occlusion_strength != 1.0f) occlusion["strength"] = factor(m.occlusion_strength);
  add_use(out, "normalTexture", m.use(TextureSlot::Normal), std::move(normal));
  add_use(out, "occlusionTexture", m.use(TextureSlot::Occlusion), std::move(occlusion));
  add_use(out, "emissiveTexture", m.use(TextureSlot::Emissive), OrderedJson::object());
  if (m.emissive != vec3(0.0f)) {
    const float light = std::max({m.emissive.r, m.emissive.g, m.emissive.b, 1.0f});
    out["emissiveFactor"] = factors(m.emissive / light);
  }
  if (m.two_sided) out["doubleSided"] = true;
  if (m.alpha_mode == AlphaMode::Blend ||
      (m.alpha_mode == AlphaMode::Opaque && m.base_color.a < 1.0f)) {
    out["alphaMode"] = "BLEND";
  } else if (m.alpha_mode == AlphaMode::Mask) {
    out["alphaMode"] = "MASK";
    if (m.alpha_cutoff != 0.5f) out["alphaCutoff"] = shortest_double(m.alpha_cutoff);
  }
  add_extensions(m, out);
  root["materials"].push_back(std::move(out));
  return material_[index] = root["materials"].size() - 1;
}

}  // namespace bindpose
