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

bool lets_through(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] < 255) return true;
  }
  return false;
}

// A software driver's glGenerateMipmap takes 70 ms for a texture of 1024 x 1024; halving takes 5.
// And no driver knows what is clear.
void upload_levels(const Image& image, GLint format, bool by_hand) {
  by_hand = by_hand || lets_through(image);
  const Image* level = &image;
  Image smaller;
  for (GLint n = 0;; ++n) {
    glTexImage2D(GL_TEXTURE_2D, n, format, level->width, level->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, level->pixels.data());
    if (!by_hand || std::max(level->width, level->height) == 1) break;
    smaller = halved(*level);
    level = &smaller;
  }
  if (!by_hand) glGenerateMipmap(GL_TEXTURE_2D);
}

}  // namespace

GlTexture make_texture(const Image& image, const GlInfo& info) {
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
    smaller = halved(*source);
    source = &smaller;
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  upload_levels(*source, GL_SRGB8_ALPHA8, info.software);
  // Blending two levels doubles what a texture costs a software renderer.
  set_filter(info.software ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_REPEAT);
  if (info.max_anisotropy > 1.0f && !info.software)
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT,
                    std::min(info.max_anisotropy, 8.0f));
  return texture;
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
