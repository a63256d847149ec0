#include "render/gpu/read_image.h"

#include <algorithm>

namespace bindpose {

Image read_image(GLuint framebuffer, int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  image.pixels.resize(row * static_cast<std::size_t>(height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);  // rows of RGBA fit it
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  for (int top = 0, bottom = height - 1; top < bottom; ++top, --bottom) {
    std::uint8_t* a = image.pixels.data() + row * static_cast<std::size_t>(top);
    std::swap_ranges(a, a + row, image.pixels.data() + row * static_cast<std::size_t>(bottom));
  }
  return image;
}

}  // namespace bindpose
