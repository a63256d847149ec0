// What a mesh looks like under the view's settings: which of the shader's parts its material needs,
// and the values that these take. Only who needs a part pays for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/gpu/shader.h"
#include "render/material/model_textures.h"
#include "render/mesh_buffers.h"
#include "scene/scene.h"

namespace bindpose {

// Parts of surface.frag, as bits; each is the #define of that name.
namespace feature {
enum : std::uint32_t {
  kMapRamp = 1u << 0,
  kMapColor = 1u << 1,
  kCells = 1u << 2,
  kHatched = 1u << 3,
  kUv = 1u << 4,
  kPlaced = 1u << 5,
  kBaseMap = 1u << 6,
  kColored = 1u << 7,
  kMasked = 1u << 8,
  kSolidPart = 1u << 9,
  kThinPart = 1u << 10,
  kUnlit = 1u << 11,
  kFull = 1u << 12,
  kFinishMap = 1u << 13,
  kNormalMap = 1u << 14,
  kOcclusionMap = 1u << 15,
  kEmissiveMap = 1u << 16,
  kSpecularMap = 1u << 17,
  kTonePlain = 1u << 18,
  kToneFilmic = 1u << 19,
};
}
// The #defines of a set of features.
std::vector<std::string> defines_of(std::uint32_t features);

struct MeshLook {
  std::uint32_t features = 0;
  Material material;    // the file's, or what stands in for it
  bool blends = false;  // some of it lets through what is behind it: see surface.cpp
};

// `grey`: of surfaces that have no material, or that are shown without, sRGB.
MeshLook look_of(const Model& model, std::size_t mesh, const MeshBuffers& buffers,
                 const ModelTextures& textures, const ViewSettings& view, const vec3& grey);

// Where the samplers of a program of surface.frag are bound; once after it was made. Needs it in
// use, as does set_material().
void set_units(Program& program);
inline constexpr int kRampUnit = 8, kEnvironmentUnit = 9;

// The values and textures of a look.
void set_material(Program& program, const MeshLook& look, const ModelTextures& textures);

}  // namespace bindpose
