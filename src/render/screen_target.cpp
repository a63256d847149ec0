#include "render/screen_target.h"

#include <algorithm>
#include <stdexcept>

#include "render/gl_handles.h"

namespace bindpose {

struct ScreenTarget::Impl {
  int width, height;
  GlTexture color = GlTexture::make();
  GlFramebuffer framebuffer = GlFramebuffer::make();
};

ScreenTarget::ScreenTarget(int width, int height) : impl_(new Impl{width, height}) {
  glBindTexture(GL_TEXTURE_2D, impl_->color.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->framebuffer.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, impl_->color.id(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("the graphics driver cannot draw a picture of " +
                             std::to_string(width) + " x " + std::to_string(height) +
                             " pixels; choose a smaller --size");
  }
  glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

ScreenTarget::~ScreenTarget() = default;

unsigned int ScreenTarget::framebuffer() const {
  return impl_->framebuffer.id();
}

void ScreenTarget::finish() const {
  glFinish();
}

Image ScreenTarget::read_pixels() const {
  Image image;
  image.width = impl_->width;
  image.height = impl_->height;
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  image.pixels.resize(row * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, impl_->framebuffer.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  for (int y = 0; y < image.height / 2; ++y) {
    const auto top = image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * y;
    const auto bottom =
        image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * (image.height - 1 - y);
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  }
  for (std::size_t k = 3; k < image.pixels.size(); k += 4) image.pixels[k] = 255;
  return image;
}

}  // namespace bindpose
