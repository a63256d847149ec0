#include "render/material/model_textures.h"

#include <cstddef>

namespace bindpose {
namespace {

constexpr std::size_t kWraps = 3;

GLint gl_wrap(TextureWrap wrap) {
  switch (wrap) {
    case TextureWrap::Mirror:
      return GL_MIRRORED_REPEAT;
    case TextureWrap::Clamp:
      return GL_CLAMP_TO_EDGE;
    case TextureWrap::Repeat:
      break;
  }
  return GL_REPEAT;
}

// Among ModelTextures::sampler; 0: as the textures themselves are.
std::size_t sampler_of(const TextureUse& use) {
  const auto u = static_cast<std::size_t>(use.wrap_u), v = static_cast<std::size_t>(use.wrap_v);
  return 2 * (u * kWraps + v) + (use.nearest ? 1 : 0);
}

}  // namespace

Texels texels_of(TextureSlot slot) {
  if (slot == TextureSlot::BaseColor) return Texels::Covering;
  const bool colors = slot == TextureSlot::Emissive || slot == TextureSlot::SpecularGlossiness;
  return colors ? Texels::Colors : Texels::Numbers;
}

ModelTextures make_textures(const Model& model, const GlInfo& info) {
  ModelTextures out;
  for (auto& textures : out.texture) textures.resize(model.images.size());
  for (const Image& image : model.images) out.clear.push_back(lets_through(image) ? 1 : 0);
  for (const Material& material : model.materials) {
    for (std::size_t s = 0; s < kTextureSlots; ++s) {
      const int image = material.texture[s].image;
      if (image < 0) continue;
      const auto i = static_cast<std::size_t>(image);
      const Texels texels = texels_of(static_cast<TextureSlot>(s));
      GlTexture& texture = out.texture[static_cast<std::size_t>(texels)][i];
      if (!texture) texture = make_texture(model.images[i], info, texels);
      const TextureUse& use = material.texture[s];
      GlSampler& sampler = out.sampler[sampler_of(use)];
      if (sampler_of(use) > 0 && !sampler) {
        sampler = make_sampler(info, gl_wrap(use.wrap_u), gl_wrap(use.wrap_v), use.nearest);
      }
    }
  }
  return out;
}

void bind_texture(const ModelTextures& textures, int unit, TextureSlot slot,
                  const TextureUse& use) {
  const auto i = static_cast<std::size_t>(use.image);
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  const auto kind = static_cast<std::size_t>(texels_of(slot));
  glBindTexture(GL_TEXTURE_2D, textures.texture[kind][i].id());
  glBindSampler(static_cast<GLuint>(unit), textures.sampler[sampler_of(use)].id());
}

}  // namespace bindpose
