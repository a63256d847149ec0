// The average of several drawings of one picture, each shifted by less than a pixel, at its edges:
// what changes evenly from pixel to pixel is right as it was drawn first. By the processor: whoever
// needs it has no other, and it adds bytes faster than a blending shader.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/gpu/pixel_rect.h"
#include "render/sampled_triangles.h"

namespace bindpose {

// Around everything that differs between two pictures, which come in bands of rows.
class DifferenceRect {
 public:
  explicit DifferenceRect(int width) : width_(width), left_(width) {}
  // Rows first_row... of both, four bytes a pixel; bands come from the bottom.
  void add(int first_row, std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);
  // With one pixel more on each side, within the picture: a drawing that is shifted reaches it.
  PixelRect widened(int height) const;

 private:
  int width_, left_, right_ = 0, bottom_ = 0, top_ = 0;
};

// Pixels are four bytes each, row by row from the bottom.
class EdgeAverage {
 public:
  // `first`: the pixels of the region in the first drawing. Outside it nothing counts.
  void begin(int width, int height, const PixelRect& region, std::span<const std::uint8_t> first);
  // The region's pixels in one more drawing.
  void add(std::span<const std::uint8_t> drawn);
  int drawings() const { return drawings_; }

  // The region's pixels as the picture shows them.
  const std::vector<std::uint8_t>& shown() const { return shown_; }
  // 255 at the pixels of the whole picture that count in drawings to come: those that differ from a
  // neighbour. After kLook drawings those drop out in which all of them showed nearly the same.
  const std::vector<std::uint8_t>& edges() const { return edges_; }
  static constexpr int kLook = 4;

  // These pixels with how far away something may be to be seen there: no farther than what the
  // first drawing shows at that pixel or around it, and at the picture's border, beyond which
  // nothing is known, however far. What shows through a gap that every sample of the first drawing
  // missed may lie farther. `depth`: of the region in the first drawing, 2^32 - 1 is 1. What is
  // nearer than `see_through`, of 0 to 1, hides nothing.
  PixelMask mask(std::span<const std::uint32_t> depth, float see_through) const;
  // Takes what has dropped out since from such a mask.
  void narrow(PixelMask& mask) const;

 private:
  std::uint8_t* edge_row(std::size_t row_of_region);
  void find_edges();
  void leave_even_pixels();

  int width_ = 0, height_ = 0, drawings_ = 0;
  PixelRect region_;
  // Of the region: added up, shown, the least and the largest of the first drawings.
  std::vector<std::uint16_t> sum_;
  std::vector<std::uint8_t> shown_, low_, high_;
  std::vector<std::uint8_t> edges_;
};

}  // namespace bindpose
