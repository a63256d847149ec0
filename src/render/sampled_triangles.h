// Which triangles of a dense mesh leave something on the picture. Where there are several triangles
// to a pixel, most of them lie between the places at which pixels are sampled: a software renderer
// spends its time on finding that out one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"

namespace bindpose {

// Pixels of a picture that are of interest, row by row from the bottom: how far away, in depths of
// 0 to kMostDepth, something may be to be seen there. 0: the pixel is of no interest. Without
// numbers all pixels are, whatever the depth.
struct PixelMask {
  static constexpr std::uint16_t kMostDepth = 65535;
  int width = 0, height = 0;
  std::vector<std::uint16_t> farthest;
};

// Points as a picture places them, in sixteenths of a pixel (or coarser, in a large picture).
class PixelPoints {
 public:
  // `points`: x, y, z every `stride` floats. `to_clip` takes them to clip space. `nearest_depth`:
  // of the near plane, that of the far one being 1.
  void place(const float* points, std::size_t stride, std::size_t count, const mat4& to_clip,
             int width, int height, float nearest_depth = 0.0f);

  // The triangles, three numbers of points each, whose surrounding rectangle holds the sample of a
  // pixel of the mask, and one corner of which is no farther away than may be seen there: of what
  // shows within the mask's depths none is left out. `shift`: where the picture is moved to before
  // it is sampled at the pixels' centres, in pixels. Those that reach behind the eye always count.
  // Triangles keep their order.
  void choose(std::span<const std::uint32_t> triangle, vec2 shift, const PixelMask& mask,
              std::vector<std::uint32_t>& out) const;
  // As choose(), but for any sample within `reach` pixels of a centre: from these, choose() picks
  // the same for every shift that is no longer.
  void choose_near(std::span<const std::uint32_t> triangle, float reach, const PixelMask& mask,
                   std::vector<std::uint32_t>& out) const;

  bool empty() const { return point_.empty(); }
  void clear() { point_ = {}; }

 private:
  struct Point {
    std::int16_t x, y;
    std::uint16_t depth;
  };
  struct Reach {
    int left, right, below, above;  // what is added to a rectangle's sides, steps
  };
  void choose_all(std::span<const std::uint32_t> triangle, const Reach& reach,
                  const PixelMask& mask, std::vector<std::uint32_t>& out) const;
  void choose_part(std::span<const std::uint32_t> triangle, const Reach& reach,
                   const PixelMask& mask, std::vector<std::uint32_t>& out) const;

  std::vector<Point> point_;
  int shift_bits_ = 4;  // steps of a pixel: 2 to that power
};

}  // namespace bindpose
