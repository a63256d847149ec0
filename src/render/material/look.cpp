#include "render/material/look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "math/srgb.h"
#include "render/material/clay.h"

namespace bindpose {
namespace {

using namespace feature;

constexpr std::array kDefines{"MAP_RAMP",     "MAP_COLOR",    "CELLS",      "HATCHED",
                              "UV",           "PLACED",       "BASE_MAP",   "COLORED",
                              "MASKED",       "SOLID_PART",   "THIN_PART",  "UNLIT",
                              "FULL",         "FINISH_MAP",   "NORMAL_MAP", "OCCLUSION_MAP",
                              "EMISSIVE_MAP", "SPECULAR_MAP", "TONE_PLAIN", "TONE_FILMIC"};

constexpr std::array<const char*, kTextureSlots> kSampler{"u_image",        "u_finish_map",
                                                          "u_normal_map",   "u_occlusion_map",
                                                          "u_emissive_map", "u_specular_map"};
constexpr std::array<std::uint32_t, kTextureSlots> kMap{kBaseMap,      kFinishMap,   kNormalMap,
                                                        kOcclusionMap, kEmissiveMap, kSpecularMap};
constexpr std::array<const char*, kTextureSlots> kPlaceU{
    "u_place_u[0]", "u_place_u[1]", "u_place_u[2]", "u_place_u[3]", "u_place_u[4]", "u_place_u[5]"};
constexpr std::array<const char*, kTextureSlots> kPlaceV{
    "u_place_v[0]", "u_place_v[1]", "u_place_v[2]", "u_place_v[3]", "u_place_v[4]", "u_place_v[5]"};
constexpr std::array<const char*, kTextureSlots> kSecond{
    "u_second[0]", "u_second[1]", "u_second[2]", "u_second[3]", "u_second[4]", "u_second[5]"};

// A duller surface than this is told from a matte one by its highlight alone.
constexpr float kMatteFrom = 0.55f;
// Nothing real reflects more than this: pure white would have no room left for light and form.
constexpr float kWhitest = 0.78f;
constexpr float kGreyRoughness = 0.6f;

bool same_place(const TextureUse& a, const TextureUse& b) {
  return a.uv_set == b.uv_set && a.offset == b.offset && a.scale == b.scale &&
         a.rotation == b.rotation;
}

// Which textures the material's shading reads.
std::uint32_t maps_of(const Material& m) {
  std::uint32_t maps = 0;
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (m.texture[s].image >= 0) maps |= kMap[s];
  }
  if (m.emissive == vec3(0.0f)) maps &= ~kEmissiveMap;
  if (m.shading == Shading::Unlit) return maps & (kBaseMap | kEmissiveMap);
  return maps & ~(m.shading == Shading::SpecularGlossiness ? kFinishMap : kSpecularMap);
}

std::uint32_t uv_features(const Material& m, std::uint32_t maps) {
  if (maps == 0) return 0;
  std::optional<TextureUse> first;
  std::uint32_t features = kUv;
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if ((maps & kMap[s]) == 0) continue;
    const TextureUse& use = m.texture[s];
    if (!first) first = use;
    if (!same_place(*first, use) || use.uv_set == 1) features |= kPlaced;
  }
  return features;
}

std::uint32_t lit_features(const Material& m, std::uint32_t maps) {
  if (m.shading == Shading::Unlit) return kUnlit;
  const bool matte = m.shading == Shading::MetallicRoughness && (maps & ~kBaseMap) == 0 &&
                     m.metallic <= 0.0f && m.roughness >= kMatteFrom && m.emissive == vec3(0.0f);
  return matte ? 0u : std::uint32_t{kFull};
}

}  // namespace

std::vector<std::string> defines_of(std::uint32_t features) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kDefines.size(); ++i) {
    if ((features >> i & 1u) != 0) out.emplace_back(kDefines[i]);
  }
  return out;
}

MeshLook look_of(const Model& model, std::size_t mesh, const MeshBuffers& buffers,
                 const ModelTextures& textures, const ViewSettings& view, const vec3& grey) {
  MeshLook look;
  look.material.two_sided = true;  // nobody said anything else
  look.material.roughness = kGreyRoughness;
  look.material.base_color = vec4(srgb_to_linear(grey), 1.0f);
  if (view.tone == Tone::Plain) look.features |= kTonePlain;
  if (view.tone == Tone::Filmic) look.features |= kToneFilmic;
  const int index = model.meshes[mesh].material;
  if (buffers.has_clay && is_clay(model, mesh, view.textures)) look.features |= kColored;
  if (!view.textures) return look;
  if (buffers.has_color) look.features |= kColored;
  if (index < 0) return look;

  Material& m = look.material;
  m = model.materials[static_cast<std::size_t>(index)];
  if (view.both_sides) m.two_sided = true;
  if (!buffers.has_uv) m.texture = {};
  if (!buffers.has_uv_second) {
    for (TextureUse& use : m.texture) use.uv_set = 0;
  }
  const std::uint32_t maps = maps_of(m);
  look.features |= maps | uv_features(m, maps) | lit_features(m, maps);
  if ((maps & kBaseMap) == 0 && m.shading != Shading::Unlit && m.metallic <= 0.0f) {
    m.base_color = vec4(glm::min(vec3(m.base_color), vec3(kWhitest)), m.base_color.a);
  }
  if (m.alpha_mode == AlphaMode::Mask) look.features |= kMasked;
  // X-rays see one surface: where it covers at least half.
  if (m.alpha_mode == AlphaMode::Blend && view.xray) {
    m.alpha_cutoff = 0.5f;
    look.features |= kMasked;
  } else if (m.alpha_mode == AlphaMode::Blend) {
    const bool clear_image =
        (maps & kBaseMap) != 0 && textures.clear[static_cast<std::size_t>(m.base_image())] != 0;
    // Many files call all of a character blended, of which nothing lets anything through.
    look.blends = clear_image || m.base_color.a < 1.0f || buffers.has_clear_color;
  }
  return look;
}

void set_units(Program& program) {
  for (std::size_t s = 0; s < kTextureSlots; ++s) program.set(kSampler[s], static_cast<int>(s));
  program.set("u_ramp", kRampUnit);
  program.set("u_environment", kEnvironmentUnit);
}

void set_material(Program& program, const MeshLook& look, const ModelTextures& textures) {
  const Material& m = look.material;
  program.set("u_base", m.base_color);
  const float spread = m.roughness * m.roughness * m.roughness * m.roughness;
  program.set("u_spread", std::clamp(spread, 1e-3f, 1.0f));
  if ((look.features & kMasked) != 0) program.set("u_cutout", m.alpha_cutoff);
  if ((look.features & (kFull | kUnlit)) != 0) {
    program.set("u_glow", glm::max(m.emissive, vec3(0.0f)));
  }
  if ((look.features & kFull) != 0) {
    const bool glossy = m.shading == Shading::SpecularGlossiness;
    program.set("u_metallic", glossy ? 0.0f : std::clamp(m.metallic, 0.0f, 1.0f));
    program.set("u_roughness", std::clamp(m.roughness, 0.0f, 1.0f));
    program.set("u_specular", glm::clamp(m.specular, vec3(0.0f), vec3(1.0f)));
    program.set("u_takes_specular", glossy ? 1.0f : 0.0f);
    program.set("u_normal_scale", m.normal_scale);
    program.set("u_occlusion", std::clamp(m.occlusion_strength, 0.0f, 1.0f));
  }
  if ((look.features & kUv) == 0) return;
  bool first = true;
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if ((look.features & kMap[s]) == 0) continue;
    const TextureUse& use = m.texture[s];
    bind_texture(textures, static_cast<int>(s), static_cast<TextureSlot>(s), use);
    const UvRows rows = uv_rows(use);
    if ((look.features & kPlaced) != 0) {
      program.set(kPlaceU[s], rows.u);
      program.set(kPlaceV[s], rows.v);
      program.set(kSecond[s], use.uv_set == 1 ? 1.0f : 0.0f);
    } else if (first) {
      program.set("u_all_u", rows.u);
      program.set("u_all_v", rows.v);
    }
    first = false;
  }
}

}  // namespace bindpose
