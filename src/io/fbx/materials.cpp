#include "io/fbx/materials.h"

#include <assimp/material.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "io/fbx/object.h"
#include "math/types.h"

// Facts on the names: files of those programs, and ufbx's tables of what they mean.
namespace bindpose {
namespace {

constexpr const char* kFactors[] = {"DiffuseFactor", "EmissiveFactor"};
constexpr const char* kHiddenDiffuse = "diffuseFactor";
constexpr const char* kHiddenEmissive = "emissiveFactor";

// What stands before the names of a material's own numbers.
constexpr const char* kOwners[] = {"Maya|", "3dsMax|Parameters|", "3dsMax|parameters|",
                                   "3dsMax|main|"};

using Names = std::initializer_list<const char*>;

struct PropertyNumbers {
  std::array<float, 4> value{};
  unsigned count = 0;
};

// The numbers of a key of Assimp's, at most four; none where one is not finite.
PropertyNumbers numbers_at(const aiMaterial& m, const std::string& key) {
  PropertyNumbers out;
  unsigned count = static_cast<unsigned>(out.value.size());
  if (m.Get(key.c_str(), 0, 0, out.value.data(), &count) != aiReturn_SUCCESS) return {};
  out.count = std::min(count, static_cast<unsigned>(out.value.size()));
  for (unsigned i = 0; i < out.count; ++i) {
    if (!std::isfinite(out.value[i])) return {};
  }
  return out;
}

float unit(float v) {
  return glm::clamp(v, 0.0f, 1.0f);
}
vec3 unit(const vec3& c) {
  return glm::clamp(c, vec3(0.0f), vec3(1.0f));
}

// Factors of light may be anything; what is beyond this is white in any picture.
constexpr float kMostLight = 1000.0f;
float light(float v) {
  return glm::clamp(v, 0.0f, kMostLight);
}

// A material's own numbers by the program that wrote it.
class Own {
 public:
  // The program is that one under whose name a base colour is.
  explicit Own(const aiMaterial& m) : m_(m) {
    for (const char* owner : kOwners) {
      owner_ = std::string("$raw.") + owner;
      if (color({"baseColor", "base_color"})) return;
    }
    owner_.clear();
  }
  bool is_there() const { return !owner_.empty(); }

  std::optional<vec3> color(Names names) const {
    for (const char* name : names) {
      const PropertyNumbers n = numbers_at(m_, owner_ + name);
      if (n.count >= 3) return vec3(n.value[0], n.value[1], n.value[2]);
    }
    return {};
  }
  // A number alone. Some programs write one of a colour's kind for it: the mean of the three.
  std::optional<float> number(Names names) const {
    for (const char* name : names) {
      const PropertyNumbers n = numbers_at(m_, owner_ + name);
      if (n.count == 1) return n.value[0];
      if (n.count >= 3) return (n.value[0] + n.value[1] + n.value[2]) / 3.0f;
    }
    return {};
  }
  // The fourth number of a colour.
  std::optional<float> fourth(const char* name) const {
    const PropertyNumbers n = numbers_at(m_, owner_ + name);
    return n.count == 4 ? std::optional(n.value[3]) : std::nullopt;
  }
  // The property of the first of these names that has a picture; "" where none has.
  std::string picture(Names names) const {
    for (const char* name : names) {
      aiString path;
      if (m_.Get((owner_ + name + "|file").c_str(), aiTextureType_UNKNOWN, 0, path) ==
          aiReturn_SUCCESS) {
        return (owner_ + name).substr(std::string_view("$raw.").size());
      }
    }
    return {};
  }

 private:
  const aiMaterial& m_;
  std::string owner_;  // with Assimp's "$raw."
};

void read_pictures(const Own& own, MaterialNumbers& out) {
  const auto at = [&](PictureOf what) -> std::string& {
    return out.picture[static_cast<std::size_t>(what)];
  };
  const auto off = [&](PictureOf what, Names switches) {
    out.off[static_cast<std::size_t>(what)] = own.number(switches).value_or(1.0f) == 0.0f;
  };
  at(PictureOf::Base) = own.picture({"baseColor", "baseColorMap", "base_color_map"});
  at(PictureOf::Metal) =
      own.picture({"metalness", "metalnessMap", "metalness_map", "base_metalness_map"});
  at(PictureOf::Rough) = own.picture({"specularRoughness", "roughnessMap", "roughness_map",
                                      "Roughness_Map", "specular_roughness_map"});
  at(PictureOf::Normal) = own.picture({"normalCamera", "normalMap", "norm_map", "bump_map"});
  at(PictureOf::Occlusion) = own.picture({"ambientOcclusionMap", "ao_map"});
  at(PictureOf::Emission) =
      own.picture({"emissionColor", "emissionMap", "emit_color_map", "emission_color_map"});
  at(PictureOf::Alpha) =
      own.picture({"opacity", "AlphaMap", "opacity_map", "cutout_map", "geometry_opacity_map"});
  off(PictureOf::Base, {"base_color_map_on"});
  off(PictureOf::Metal, {"metalness_map_on", "base_metalness_map_on"});
  off(PictureOf::Rough, {"roughness_map_on", "specular_roughness_map_on"});
  off(PictureOf::Normal, {"bump_map_on"});
  off(PictureOf::Emission, {"emit_color_map_on", "emission_color_map_on"});
  off(PictureOf::Alpha, {"cutout_map_on", "geometry_opacity_map_on"});
}

// A glTF material of 3ds Max: 1 opaque, 2 cut out, 3 blended.
void read_alpha_mode(const Own& own, MaterialNumbers& out) {
  const auto mode = own.number({"alphaMode"});
  if (!mode) return;
  out.alpha_mode = *mode == 2.0f   ? AlphaMode::Mask
                   : *mode == 3.0f ? AlphaMode::Blend
                                   : AlphaMode::Opaque;
  out.alpha_cutoff = unit(own.number({"alphaCutoff"}).value_or(0.5f));
  out.alpha =
      *out.alpha_mode == AlphaMode::Opaque ? 1.0f : unit(own.fourth("baseColor").value_or(1.0f));
}

void read_own(const Own& own, MaterialNumbers& out) {
  out.base = unit(*own.color({"baseColor", "base_color"}));
  out.base_factor = unit(own.number({"base", "base_weight"}).value_or(1.0f));
  out.metallic = unit(own.number({"metalness", "base_metalness"}).value_or(0.0f));
  auto rough = own.number({"specularRoughness", "specular_roughness", "roughness"});
  const auto gloss = own.number({"glossiness"});
  out.rough_is_gloss = own.number({"roughness_inv", "useGlossiness"}) == 1.0f;
  if (!rough && gloss) rough = gloss;
  if (rough) out.roughness = unit(out.rough_is_gloss ? 1.0f - *rough : *rough);
  if (gloss) out.specular = unit(own.color({"Specular", "specular"}).value_or(vec3(0.04f)));

  // 3ds Max says how bright white is in candela a square metre; its usual values count as 1.
  const float physical = own.number({"emit_luminance"}).value_or(1500.0f) / 1500.0f;
  const float open_pbr = own.number({"emission_luminance"}).value_or(1000.0f) / 1000.0f;
  const auto emission = own.color({"emissionColor", "emission_color", "emit_color", "emission"});
  if (emission) out.emissive = unit(*emission);
  const bool has_weight = !own.color({"emission"});
  const auto weight = own.number({"emission_weight", has_weight ? "emission" : "emission_weight"});
  out.emissive_factor = light(weight.value_or(1.0f) * physical * open_pbr);
  if (const auto opacity = own.number({"opacity"})) out.alpha = unit(*opacity);
  read_alpha_mode(own, out);
  read_pictures(own, out);
}

// Assimp knows the names of ShaderFX's usual material, and not what its switches mean.
void read_shaderfx(const aiMaterial& m, MaterialNumbers& out) {
  const PropertyNumbers base = numbers_at(m, "$clr.base");
  if (base.count < 3) return;
  out.base = unit(vec3(base.value[0], base.value[1], base.value[2]));
  const PropertyNumbers strength = numbers_at(m, "$mat.emissiveIntensity");
  if (strength.count == 1) out.emissive_factor = light(strength.value[0]);
  const auto off = [&](PictureOf what, const char* key) {
    const PropertyNumbers on = numbers_at(m, key);
    out.off[static_cast<std::size_t>(what)] = on.count == 1 && on.value[0] < 0.5f;
  };
  off(PictureOf::Base, "$mat.useColorMap");
  off(PictureOf::Metal, "$mat.useMetallicMap");
  off(PictureOf::Rough, "$mat.useRoughnessMap");
  off(PictureOf::Emission, "$mat.useEmissiveMap");
  off(PictureOf::Occlusion, "$mat.useAOMap");
  off(PictureOf::Normal, "$raw.Maya|use_normal_map");
}

}  // namespace

void hide_fbx_factors(const FbxScene& scene, ModelFile& file) {
  const FbxTree& tree = scene.tree;
  const std::uint32_t objects = fbx_child(tree, 0, "Objects");
  if (objects == 0) return;
  const auto end = [&](std::uint32_t node) { return tree.node[node].end; };
  for (std::uint32_t c = objects + 1; c < end(objects); c = end(c)) {
    if (tree.node[c].name != "Material") continue;
    const std::uint32_t properties = fbx_child(tree, c, "Properties70");
    if (properties == 0) continue;
    for (std::uint32_t p = properties + 1; p < end(properties); p = end(p)) {
      const std::string_view name = fbx_text(tree.get(p, 0));
      if (std::ranges::find(kFactors, name) == std::end(kFactors)) continue;
      auto& letter = file.bytes[static_cast<std::size_t>(name.data() - file.text().data())];
      letter = static_cast<std::uint8_t>(letter - 'A' + 'a');
    }
  }
}

MaterialNumbers fbx_numbers(const aiMaterial& material) {
  MaterialNumbers out;
  const Own own(material);
  if (own.is_there()) {
    read_own(own, out);
    return out;
  }
  const auto factor = [&](const char* name) {
    const PropertyNumbers n = numbers_at(material, std::string("$raw.") + name);
    return n.count == 1 ? light(n.value[0]) : 1.0f;
  };
  out.base_factor = unit(factor(kHiddenDiffuse));
  out.emissive_factor = factor(kHiddenEmissive);
  read_shaderfx(material, out);
  return out;
}

}  // namespace bindpose
