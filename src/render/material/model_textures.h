// The pictures of a model on the GPU: each as colours, as numbers or as both, as its materials use
// it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/gpu/textures.h"
#include "scene/model.h"

namespace bindpose {

struct ModelTextures {
  // One an image; none where nothing uses it so. By Texels.
  std::array<std::vector<GlTexture>, 3> texture;
  std::vector<std::uint8_t> clear;    // one an image: 1 where it lets something through
  std::array<GlSampler, 18> sampler;  // by wraps and filter; none where a texture is repeated
};
ModelTextures make_textures(const Model& model, const GlInfo& info);

// What the slot's texels are.
Texels texels_of(TextureSlot slot);

// Binds the texture to the unit, read as `use` says. Its image exists.
void bind_texture(const ModelTextures& textures, int unit, TextureSlot slot, const TextureUse& use);

}  // namespace bindpose
