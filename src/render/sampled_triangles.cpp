#include "render/sampled_triangles.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <thread>

namespace bindpose {
namespace {

constexpr std::int16_t kNowhere = std::numeric_limits<std::int16_t>::min();  // behind the eye
constexpr int kFarthest = 32000;  // steps: beyond it points stay at the border
constexpr int kMostBits = 4;
constexpr int kRounding = 1;    // steps that a point may be off
constexpr int kMostPixels = 6;  // of a side: larger triangles count without looking closer
constexpr std::size_t kLeastPart = 12000;  // that a thread of its own is worth

// The library opens a file each time it is asked: several hundred times a picture.
std::size_t processors() {
  static const std::size_t count = std::max(std::thread::hardware_concurrency(), 1u);
  return count;
}

// Runs work(first, last, k) for as many parts as there are processors.
template <typename Work>
void in_parts(std::size_t count, const Work& work) {
  const std::size_t parts = std::clamp<std::size_t>(count / kLeastPart, 1, processors());
  std::vector<std::future<void>> jobs;
  for (std::size_t k = 1; k < parts; ++k) {
    jobs.push_back(std::async(std::launch::async, [&work, count, parts, k] {
      work(count * k / parts, count * (k + 1) / parts, k);
    }));
  }
  work(0, count / parts, 0);
  for (std::future<void>& job : jobs) job.get();
}

}  // namespace

void PixelPoints::place(const float* points, std::size_t stride, std::size_t count,
                        const mat4& to_clip, int width, int height, float nearest_depth) {
  shift_bits_ = kMostBits;
  while (shift_bits_ > 0 && (std::max(width, height) << shift_bits_) > kFarthest) --shift_bits_;
  const auto steps = static_cast<float>(1 << shift_bits_);
  // From -1..1 to steps.
  const vec2 half = 0.5f * steps * vec2(width, height);
  const mat4 rows = glm::transpose(to_clip);
  // From -1..1 to what the mask counts in.
  constexpr float kMost = PixelMask::kMostDepth;
  const float half_depth = 0.5f * kMost * (1.0f - nearest_depth), middle = kMost - half_depth;
  point_.resize(count);
  in_parts(count, [&](std::size_t first, std::size_t last, std::size_t) {
    const vec4 x = rows[0], y = rows[1], z = rows[2], w = rows[3];
    for (std::size_t i = first; i < last; ++i) {
      const float* p = points + stride * i;
      const auto along = [p](const vec4& r) { return r.x * p[0] + r.y * p[1] + r.z * p[2] + r.w; };
      const float depth = along(w);
      const float scale = 1.0f / depth;
      const float right = half.x * (along(x) * scale + 1.0f);
      const float up = half.y * (along(y) * scale + 1.0f);
      const float away = std::clamp(middle + half_depth * along(z) * scale, 0.0f, kMost);
      const auto below = static_cast<std::uint16_t>(static_cast<int>(away));
      const auto fit = [](float value) {
        constexpr float kLast = static_cast<float>(kFarthest);
        const float rounded = std::clamp(value, -kLast, kLast) + kLast + 0.5f;
        return static_cast<std::int16_t>(static_cast<int>(rounded) - kFarthest);
      };
      // What is no number is nowhere, too.
      point_[i] = depth > 0.0f && std::isfinite(right) && std::isfinite(up)
                      ? Point{fit(right), fit(up), below}
                      : Point{kNowhere, kNowhere, 0};
    }
  });
}

void PixelPoints::choose_part(std::span<const std::uint32_t> triangle, const Reach& reach,
                              const PixelMask& mask, std::vector<std::uint32_t>& out) const {
  const std::size_t room = triangle.size();
  out.resize(room);
  std::uint32_t* to = out.data();
  const auto bits = shift_bits_;
  const std::uint16_t* farthest = mask.farthest.empty() ? nullptr : mask.farthest.data();
  for (std::size_t t = 0; t + 2 < room; t += 3) {
    const std::uint32_t* v = &triangle[t];
    const Point a = point_[v[0]], b = point_[v[1]], c = point_[v[2]];
    const int low_x = std::min({a.x, b.x, c.x}), high_x = std::max({a.x, b.x, c.x});
    const int low_y = std::min({a.y, b.y, c.y}), high_y = std::max({a.y, b.y, c.y});
    // The pixels first..last have their samples inside.
    const int first_x = (low_x + reach.left) >> bits, last_x = (high_x + reach.right) >> bits;
    const int first_y = (low_y + reach.below) >> bits, last_y = (high_y + reach.above) >> bits;
    bool counts = low_x == kNowhere;
    if (!counts && first_x <= last_x && first_y <= last_y) {
      counts =
          farthest == nullptr || last_x - first_x >= kMostPixels || last_y - first_y >= kMostPixels;
      const int depth = std::max<int>(std::min({a.depth, b.depth, c.depth}), 1);
      for (int y = std::max(first_y, 0); !counts && y <= std::min(last_y, mask.height - 1); ++y) {
        const std::uint16_t* row =
            farthest + static_cast<std::size_t>(y) * static_cast<std::size_t>(mask.width);
        for (int x = std::max(first_x, 0); x <= std::min(last_x, mask.width - 1); ++x) {
          counts = counts || row[x] >= depth;
        }
      }
    }
    if (!counts) continue;
    to = std::copy_n(v, 3, to);
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
}

void PixelPoints::choose_all(std::span<const std::uint32_t> triangle, const Reach& reach,
                             const PixelMask& mask, std::vector<std::uint32_t>& out) const {
  const std::size_t count = triangle.size() / 3;
  std::vector<std::vector<std::uint32_t>> parts(processors());
  in_parts(count, [&](std::size_t first, std::size_t last, std::size_t k) {
    choose_part(triangle.subspan(3 * first, 3 * (last - first)), reach, mask, parts[k]);
  });
  out = std::move(parts[0]);
  for (std::size_t k = 1; k < parts.size(); ++k) {
    out.insert(out.end(), parts[k].begin(), parts[k].end());
  }
}

void PixelPoints::choose(std::span<const std::uint32_t> triangle, vec2 shift, const PixelMask& mask,
                         std::vector<std::uint32_t>& out) const {
  // The sample of pixel i lies at i + 1/2 - shift of the picture that was not moved. It is at or
  // above the low side where i >= low + shift - 1/2, and so on.
  const auto steps = static_cast<float>(1 << shift_bits_);
  const auto low = [&](float s) {
    return static_cast<int>(std::floor(steps * (s - 0.5f))) - kRounding + (1 << shift_bits_) - 1;
  };
  const auto high = [&](float s) {
    return static_cast<int>(std::ceil(steps * (s - 0.5f))) + kRounding;
  };
  choose_all(triangle, {low(shift.x), high(shift.x), low(shift.y), high(shift.y)}, mask, out);
}

void PixelPoints::choose_near(std::span<const std::uint32_t> triangle, float reach,
                              const PixelMask& mask, std::vector<std::uint32_t>& out) const {
  const auto steps = static_cast<float>(1 << shift_bits_);
  const int low =
      static_cast<int>(std::floor(steps * (-reach - 0.5f))) - kRounding + (1 << shift_bits_) - 1;
  const int high = static_cast<int>(std::ceil(steps * (reach - 0.5f))) + kRounding;
  choose_all(triangle, {low, high, low, high}, mask, out);
}

}  // namespace bindpose
