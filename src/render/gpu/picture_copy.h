// A texture, brought into a framebuffer pixel by pixel. glBlitFramebuffer does the same, but where
// it cannot copy memory (pixels of another size or in another order, upside down as a window is)
// llvmpipe draws by shaders that each process compiles anew, 30 to 60 ms; ours are in Mesa's cache.
#pragma once

#include <filesystem>
#include <memory>

#include "render/gpu/pixel_rect.h"

namespace bindpose {

class PictureCopy {
 public:
  explicit PictureCopy(const std::filesystem::path& shader_dir);
  ~PictureCopy();
  PictureCopy(const PictureCopy&) = delete;
  PictureCopy& operator=(const PictureCopy&) = delete;

  // Each pixel of the texture becomes a square of `square` by `square` pixels, the first with its
  // corner at (x, y), all counted from below; outside of `part` the framebuffer stays as it is.
  // It is bound then, without scissor, depth test and blending.
  void draw(unsigned int texture, unsigned int framebuffer, int x, int y, int square,
            const PixelRect& part);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bindpose
