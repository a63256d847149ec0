#include "render/gpu/textures.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "render/gpu/mip_levels.h"
#include "view/colors.h"

namespace bindpose {
namespace {

void set_filter(GLint minify, GLint wrap) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
}

constexpr float kMostAnisotropy = 8.0f;

// Blending two levels doubles what a texture costs a software renderer.
GLint minify_of(const GlInfo& info) {
  return info.software ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
}

// A software driver's glGenerateMipmap takes 70 ms for a texture of 1024 x 1024; halving takes 5.
// And no driver knows what is clear.
void upload_levels(const Image& image, GLint format, bool by_hand, bool covers = true) {
  by_hand = by_hand || (covers && lets_through(image));
  const Image* level = &image;
  Image smaller;
  for (GLint n = 0;; ++n) {
    glTexImage2D(GL_TEXTURE_2D, n, format, level->width, level->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, level->pixels.data());
    if (!by_hand || std::max(level->width, level->height) == 1) break;
    smaller = halved(*level, covers);
    level = &smaller;
  }
  if (!by_hand) glGenerateMipmap(GL_TEXTURE_2D);
}

}  // namespace

bool lets_through(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] < 255) return true;
  }
  return false;
}

GlTexture make_texture(const Image& image, const GlInfo& info, Texels texels) {
  const bool covers = texels == Texels::Covering;
  GlTexture texture = GlTexture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  const std::size_t bytes =
      4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  if (image.width <= 0 || image.height <= 0 || image.pixels.size() < bytes) {
    // An image that could not be read (the report says so): white, so that the base colour remains.
    const std::uint32_t white = 0xffffffff;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &white);
    set_filter(GL_NEAREST, GL_REPEAT);
    return texture;
  }
  const Image* source = &image;
  Image smaller;
  while (std::max(source->width, source->height) > info.max_texture_side) {
    smaller = halved(*source, covers);
    source = &smaller;
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  upload_levels(*source, texels == Texels::Numbers ? GL_RGBA8 : GL_SRGB8_ALPHA8, info.software,
                covers);
  set_filter(minify_of(info), GL_REPEAT);
  if (info.max_anisotropy > 1.0f && !info.software)
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT,
                    std::min(info.max_anisotropy, kMostAnisotropy));
  return texture;
}

GlSampler make_sampler(const GlInfo& info, GLint wrap_u, GLint wrap_v, bool nearest) {
  GlSampler sampler = GlSampler::make();
  glSamplerParameteri(sampler.id(), GL_TEXTURE_MIN_FILTER, minify_of(info));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_MAG_FILTER, nearest ? GL_NEAREST : GL_LINEAR);
  glSamplerParameteri(sampler.id(), GL_TEXTURE_WRAP_S, wrap_u);
  glSamplerParameteri(sampler.id(), GL_TEXTURE_WRAP_T, wrap_v);
  if (info.max_anisotropy > 1.0f && !info.software)
    glSamplerParameterf(sampler.id(), GL_TEXTURE_MAX_ANISOTROPY_EXT,
                        std::min(info.max_anisotropy, kMostAnisotropy));
  return sampler;
}

GlTexture make_picture_texture(const Image& image, const GlInfo& info) {
  Image smaller;
  const Image* source = &image;
  while (std::max(source->width, source->height) > info.max_texture_side) {
    smaller = halved(*source);
    source = &smaller;
  }
  GlTexture texture = GlTexture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  upload_levels(*source, GL_RGBA8, info.software);
  set_filter(GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE);
  return texture;
}

GlTexture make_ramp_texture(std::span<const vec3> ramp) {
  std::vector<std::uint8_t> texels;
  texels.reserve(4 * ramp.size());
  for (const vec3& color : ramp) {
    for (int c = 0; c < 3; ++c)
      texels.push_back(static_cast<std::uint8_t>(std::clamp(color[c], 0.0f, 1.0f) * 255.0f + 0.5f));
    texels.push_back(255);
  }
  GlTexture texture = GlTexture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(ramp.size()), 1, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, texels.data());
  set_filter(GL_LINEAR, GL_CLAMP_TO_EDGE);
  return texture;
}

}  // namespace bindpose
