#include "render/gpu/edge_average.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace bindpose {
namespace {

constexpr std::size_t kChannels = 4;

// The largest number at each place and its eight neighbours.
std::vector<std::uint16_t> farthest_around(const std::vector<std::uint16_t>& of, int width,
                                           int height) {
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
  std::vector<std::uint16_t> along(of), out(of);
  for (std::size_t i = 0; i + 1 < of.size(); ++i) {
    // Across the ends of rows, too: that makes a few numbers larger than they need to be.
    along[i] = std::max(along[i], of[i + 1]);
    along[i + 1] = std::max(along[i + 1], of[i]);
  }
  out = along;
  for (std::size_t i = 0; i + w < w * h; ++i) {
    out[i] = std::max(out[i], along[i + w]);
    out[i + w] = std::max(out[i + w], along[i]);
  }
  return out;
}

int largest(int r, int g, int b, int alpha) {
  return std::max(std::max(r, g), std::max(b, alpha));
}

// The first of a row's pixels from x on that counts; `width`: none does. Most do not, so they are
// passed over by the eight.
std::size_t next_edge(const std::uint8_t* edge, std::size_t x, std::size_t width) {
  for (std::uint64_t eight = 0; x + sizeof eight <= width; x += sizeof eight) {
    std::memcpy(&eight, edge + x, sizeof eight);
    if (eight != 0) break;
  }
  while (x < width && edge[x] == 0) ++x;
  return x;
}

}  // namespace

void DifferenceRect::add(int first_row, std::span<const std::uint8_t> a,
                         std::span<const std::uint8_t> b) {
  const std::size_t row = kChannels * static_cast<std::size_t>(width_);
  for (std::size_t start = 0; start + row <= a.size(); start += row) {
    const std::uint8_t *p = &a[start], *q = &b[start];
    if (std::memcmp(p, q, row) == 0) continue;
    const int y = first_row + static_cast<int>(start / row);
    if (top_ == 0) bottom_ = y;
    top_ = y + 1;
    const auto same = [&](int x) {
      const std::size_t i = kChannels * static_cast<std::size_t>(x);
      return std::memcmp(p + i, q + i, kChannels) == 0;
    };
    int x = 0;
    while (x < left_ && same(x)) ++x;
    left_ = x;
    x = width_;
    while (x > right_ && same(x - 1)) --x;
    right_ = x;
  }
}

PixelRect DifferenceRect::widened(int height) const {
  if (top_ == 0) return {};
  const int x = std::max(left_ - 1, 0), y = std::max(bottom_ - 1, 0);
  return {x, y, std::min(right_ + 1, width_) - x, std::min(top_ + 1, height) - y};
}

void EdgeAverage::begin(int width, int height, const PixelRect& region,
                        std::span<const std::uint8_t> first) {
  width_ = width;
  height_ = height;
  region_ = region;
  drawings_ = 1;
  shown_.assign(first.begin(), first.end());
  sum_.assign(first.begin(), first.end());
  low_ = high_ = shown_;
  find_edges();
}

std::uint8_t* EdgeAverage::edge_row(std::size_t row_of_region) {
  return edges_.data() +
         (row_of_region + static_cast<std::size_t>(region_.y)) * static_cast<std::size_t>(width_) +
         region_.x;
}

// Both pixels of two neighbours that differ.
void EdgeAverage::find_edges() {
  constexpr int kEven = 8;  // of 255
  edges_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
  const auto width = static_cast<std::size_t>(region_.width);
  const auto height = static_cast<std::size_t>(region_.height);
  const auto differ = [](const std::uint8_t* a, const std::uint8_t* b) {
    return largest(std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2]),
                   std::abs(a[3] - b[3])) > kEven;
  };
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t* row = shown_.data() + kChannels * width * y;
    std::uint8_t *edge = edge_row(y), *above = edge + width_;
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint8_t* p = row + kChannels * x;
      if (x + 1 < width && differ(p, p + kChannels)) edge[x] = edge[x + 1] = 255;
      if (y + 1 < height && differ(p, p + kChannels * width)) edge[x] = above[x] = 255;
    }
  }
}

// Where the first drawings, which sample the pixel near all of its sides, saw the same, the others
// would too.
void EdgeAverage::leave_even_pixels() {
  constexpr int kSame = 6;  // of 255
  const auto width = static_cast<std::size_t>(region_.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(region_.height); ++y) {
    std::uint8_t* edge = edge_row(y);
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t i = kChannels * (y * width + x);
      const std::uint8_t *low = &low_[i], *high = &high_[i];
      if (largest(high[0] - low[0], high[1] - low[1], high[2] - low[2], high[3] - low[3]) <= kSame)
        edge[x] = 0;
    }
  }
}

void EdgeAverage::add(std::span<const std::uint8_t> drawn) {
  ++drawings_;
  // Divided by a multiplication, exact for the sum of a few bytes.
  const auto count = static_cast<std::uint32_t>(drawings_), inverse = (1u << 16) / count + 1;
  const auto width = static_cast<std::size_t>(region_.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(region_.height); ++y) {
    const std::uint8_t* edge = edge_row(y);
    for (std::size_t x = next_edge(edge, 0, width); x < width; x = next_edge(edge, x + 1, width)) {
      const std::size_t i = kChannels * (y * width + x);
      for (std::size_t k = i; k < i + kChannels; ++k) {
        low_[k] = std::min(low_[k], drawn[k]);
        high_[k] = std::max(high_[k], drawn[k]);
        sum_[k] = static_cast<std::uint16_t>(sum_[k] + drawn[k]);
        shown_[k] = static_cast<std::uint8_t>((sum_[k] + count / 2) * inverse >> 16);
      }
    }
  }
  if (drawings_ == kLook) leave_even_pixels();
}

PixelMask EdgeAverage::mask(std::span<const std::uint32_t> depth, float see_through) const {
  PixelMask mask{width_, height_, std::vector<std::uint16_t>(edges_.size())};
  const PixelRect& r = region_;
  if (r.empty()) return mask;
  const auto nearest = static_cast<std::uint32_t>(static_cast<double>(see_through) * 0xffffffff);
  // One step more than what was drawn there: rounding hides nothing.
  std::vector<std::uint16_t> seen(depth.size());
  std::ranges::transform(depth, seen.begin(), [&](std::uint32_t d) {
    const std::uint32_t next = (d >> 16) + 2;
    return static_cast<std::uint16_t>(
        d < nearest ? PixelMask::kMostDepth : std::min<std::uint32_t>(next, PixelMask::kMostDepth));
  });
  const std::vector<std::uint16_t> around = farthest_around(seen, r.width, r.height);
  const auto left = static_cast<std::size_t>(r.x);
  for (int y = 0; y < r.height; ++y) {
    const bool at_end = y + r.y == 0 || y + r.y + 1 == height_;
    const auto from = static_cast<std::size_t>(y) * static_cast<std::size_t>(r.width);
    const auto to = static_cast<std::size_t>(y + r.y) * static_cast<std::size_t>(width_) + left;
    for (std::size_t x = 0; x < static_cast<std::size_t>(r.width); ++x) {
      if (edges_[to + x] == 0) continue;
      const bool at_side = x + left == 0 || x + left + 1 == static_cast<std::size_t>(width_);
      // How far away the surface lies that goes on outside the picture is not known.
      mask.farthest[to + x] = at_end || at_side ? PixelMask::kMostDepth : around[from + x];
    }
  }
  return mask;
}

void EdgeAverage::narrow(PixelMask& mask) const {
  for (std::size_t i = 0; i < mask.farthest.size(); ++i) {
    if (edges_[i] == 0) mask.farthest[i] = 0;
  }
}

}  // namespace bindpose
