#include "render/gpu/screen_target.h"

#include <stdexcept>

#include "render/gpu/gl_handles.h"
#include "render/gpu/read_image.h"

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

unsigned int ScreenTarget::texture() const {
  return impl_->color.id();
}

void ScreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->framebuffer.id());
}

void ScreenTarget::finish() const {
  glFinish();
}

Image ScreenTarget::read_pixels() const {
  Image image = read_with_alpha();
  for (std::size_t k = 3; k < image.pixels.size(); k += 4) image.pixels[k] = 255;
  return image;
}

Image ScreenTarget::read_with_alpha() const {
  return read_image(impl_->framebuffer.id(), impl_->width, impl_->height);
}

}  // namespace bindpose
