#include "render/gpu/read_image.h"

#include <algorithm>

namespace bindpose {

Image read_image(GLuint framebuffer, int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  image.pixels.reserve(row * static_cast<std::size_t>(height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);  // rows of RGBA fit it
  // From the top, some rows at a time, turned over while they are in the cache.
  constexpr int kRows = 32;
  std::vector<std::uint8_t> rows(row * kRows);
  for (int top = height; top > 0; top -= kRows) {
    const int bottom = std::max(top - kRows, 0);
    glReadPixels(0, bottom, width, top - bottom, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    for (int y = top - bottom; y-- > 0;) {
      const auto from = rows.begin() + static_cast<std::ptrdiff_t>(row) * y;
      image.pixels.insert(image.pixels.end(), from, from + static_cast<std::ptrdiff_t>(row));
    }
  }
  return image;
}

}  // namespace bindpose
