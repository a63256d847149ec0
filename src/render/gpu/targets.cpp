#include "render/gpu/targets.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "render/gpu/read_image.h"

namespace bindpose {
namespace {

void make_texture(GlTexture& texture, GLint format, int width, int height) {
  texture = GlTexture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void make_renderbuffer(GlRenderbuffer& buffer, GLenum format, int samples, int width, int height) {
  buffer = GlRenderbuffer::make();
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
}

void attach(GlFramebuffer& frame, const GlTexture& color) {
  frame = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, frame.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.id(), 0);
}

void attach_depth(const GlRenderbuffer& depth) {
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                            depth.id());
}

void check_complete() {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("The graphics driver refused a framebuffer of the view's size.");
}

// Around everything that differs between the two pictures of that size; `x` and `y` are 0.
PixelRect difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b,
                     int width, int height) {
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  int left = width, right = 0, bottom = height, top = 0;
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* p = a.data() + row * static_cast<std::size_t>(y);
    const std::uint8_t* q = b.data() + row * static_cast<std::size_t>(y);
    if (std::memcmp(p, q, row) == 0) continue;
    bottom = std::min(bottom, y);
    top = y + 1;
    const auto same = [&](int x) { return std::memcmp(p + 4 * x, q + 4 * x, 4) == 0; };
    for (int x = 0; x < left; ++x)
      if (!same(x)) left = x;
    for (int x = width; x > right; --x)
      if (!same(x - 1)) right = x;
  }
  if (top <= bottom) return {};
  return {left, bottom, right - left, top - bottom};
}

// One pixel more on each side: a drawing that is shifted by half a pixel reaches it.
PixelRect widened(const PixelRect& r, int width, int height) {
  if (r.empty()) return r;
  const int x = std::max(r.x - 1, 0), y = std::max(r.y - 1, 0);
  return {x, y, std::min(r.x + r.width + 1, width) - x, std::min(r.y + r.height + 1, height) - y};
}

void read_pixels(const GlFramebuffer& frame, const PixelRect& r, std::vector<std::uint8_t>& out) {
  out.resize(4 * static_cast<std::size_t>(r.width) * static_cast<std::size_t>(r.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frame.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(r.x, r.y, r.width, r.height, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
}

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

}  // namespace

Targets::Targets(std::filesystem::path shader_dir, int samples)
    : dir_(std::move(shader_dir)), samples_(samples), no_vertices_(GlVertexArray::make()) {}

void Targets::resize(int width, int height) {
  width = std::max(width, 1);
  height = std::max(height, 1);
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  averaged_ = backdrop_kept_ = false;
  backdrop_.reset();
  backdrop_frame_.reset();
  average_texture_.reset();
  average_frame_.reset();
  edge_texture_.reset();
  make_textures();
}

void Targets::make_textures() {
  make_texture(color_, GL_RGBA8, width_, height_);
  attach(draw_, color_);
  if (samples_ == 0) {
    make_renderbuffer(depth_, GL_DEPTH24_STENCIL8, 0, width_, height_);
    attach_depth(depth_);
  }
  check_complete();
  if (samples_ == 0) return;
  make_renderbuffer(sample_color_, GL_RGBA8, samples_, width_, height_);
  make_renderbuffer(sample_depth_, GL_DEPTH24_STENCIL8, samples_, width_, height_);
  samples_frame_ = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, samples_frame_.id());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                            sample_color_.id());
  attach_depth(sample_depth_);
  check_complete();
}

void Targets::begin(int step) {
  averaged_ = step > 0 && drawn_;
  if (averaged_) return;
  in_sum_ = 0;
  backdrop_kept_ = false;
}

void Targets::bind_backdrop() {
  if (!backdrop_) {
    make_texture(backdrop_, GL_RGBA8, width_, height_);
    attach(backdrop_frame_, backdrop_);
    check_complete();
  }
  glBindFramebuffer(GL_FRAMEBUFFER, backdrop_frame_.id());
  glViewport(0, 0, width_, height_);
  backdrop_kept_ = true;
}

void Targets::draw_backdrop() {
  Program& copy = averaged_ ? copy_edges_ : copy_;
  if (!copy) {
    copy = Program(dir_, {.vertex = "fullscreen.vert",
                          .fragment = "copy.frag",
                          .defines = averaged_ ? std::vector<std::string>{"EDGES"}
                                               : std::vector<std::string>{}});
    copy.use();
    copy.set("u_texture", 0);
    if (averaged_) copy.set("u_edges", 1);
  }
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  if (averaged_) {
    // Everywhere else the depth stays as it was cleared.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glDepthMask(GL_TRUE);
    glDepthRange(1.0, 1.0);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, edge_texture_.id());
  }
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, backdrop_.id());
  copy.use();
  glBindVertexArray(no_vertices_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthRange(0.0, 1.0);
  glDepthFunc(GL_LESS);
  glDisable(GL_DEPTH_TEST);
}

void Targets::bind() {
  // The first drawing was made without knowing that others would follow.
  if (averaged_ && in_sum_ == 0) make_average();
  glBindFramebuffer(GL_FRAMEBUFFER, samples_ > 0 ? samples_frame_.id() : draw_.id());
  glViewport(0, 0, width_, height_);
  const PixelRect r = region();
  glEnable(GL_SCISSOR_TEST);
  glScissor(r.x, r.y, r.width, r.height);
}

void Targets::finish() {
  drawn_ = true;
  if (samples_ > 0) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_frame_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw_.id());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
  }
  if (averaged_) add_drawing();
}

// By the processor: whoever refines has no other, and it adds bytes faster than a blending shader.
void Targets::make_average() {
  const PixelRect whole{0, 0, width_, height_};
  std::vector<std::uint8_t> behind;
  read_pixels(backdrop_frame_, whole, behind);
  read_pixels(draw_, whole, pixels_);
  region_ = widened(difference(pixels_, behind, width_, height_), width_, height_);
  if (!average_texture_) {
    make_texture(average_texture_, GL_RGBA8, width_, height_);
    attach(average_frame_, average_texture_);
    check_complete();
  }
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, average_texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE,
                  pixels_.data());
  sum_.clear();
  for (int y = region_.y; y < region_.y + region_.height; ++y) {
    const auto first = pixels_.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * width_ + region_.x);
    sum_.insert(sum_.end(), first, first + 4 * region_.width);
  }
  in_sum_ = 1;
  first_.assign(sum_.begin(), sum_.end());
  find_edges();
}

// Pixels that differ from a neighbour, and those around them.
void Targets::find_edges() {
  constexpr int kEven = 10;  // of 255
  edges_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
  const auto differ = [](const std::uint8_t* a, const std::uint8_t* b) {
    return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])}) > kEven;
  };
  const PixelRect& r = region_;
  const auto mark = [&](int x, int y) {
    for (int v = std::max(y - 1, 0); v <= std::min(y + 1, height_ - 1); ++v) {
      for (int u = std::max(x - 1, 0); u <= std::min(x + 1, width_ - 1); ++u) {
        edges_[static_cast<std::size_t>(v) * static_cast<std::size_t>(width_) +
               static_cast<std::size_t>(u)] = 255;
      }
    }
  };
  for (int y = 0; y < r.height; ++y) {
    const std::uint8_t* row =
        first_.data() + 4 * static_cast<std::size_t>(y) * static_cast<std::size_t>(r.width);
    for (int x = 0; x < r.width; ++x) {
      const std::uint8_t* p = row + 4 * x;
      if (x + 1 < r.width && differ(p, p + 4)) mark(r.x + x, r.y + y), mark(r.x + x + 1, r.y + y);
      if (y + 1 < r.height && differ(p, p + 4 * r.width)) {
        mark(r.x + x, r.y + y), mark(r.x + x, r.y + y + 1);
      }
    }
  }
  if (!edge_texture_) make_texture(edge_texture_, GL_R8, width_, height_);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, edge_texture_.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RED, GL_UNSIGNED_BYTE, edges_.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

PixelMask Targets::seen_edges(float see_through) const {
  PixelMask mask{width_, height_, std::vector<std::uint16_t>(edges_.size())};
  const PixelRect& r = region_;
  if (r.empty()) return mask;
  std::vector<std::uint32_t> depth(static_cast<std::size_t>(r.width) *
                                   static_cast<std::size_t>(r.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_.id());
  glReadPixels(r.x, r.y, r.width, r.height, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depth.data());
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

void Targets::add_drawing() {
  ++in_sum_;
  if (region_.empty()) return;
  read_pixels(draw_, region_, pixels_);
  // Divided by a multiplication, exact for the sum of a few bytes.
  const auto count = static_cast<std::uint32_t>(in_sum_), inverse = (1u << 16) / count + 1;
  const auto width = static_cast<std::size_t>(region_.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(region_.height); ++y) {
    const std::uint8_t* wanted =
        edges_.data() +
        (y + static_cast<std::size_t>(region_.y)) * static_cast<std::size_t>(width_) + region_.x;
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t i = 4 * (y * width + x);
      if (wanted[x] == 0) {
        std::memcpy(&pixels_[i], &first_[i], 4);
        continue;
      }
      for (std::size_t k = i; k < i + 4; ++k) {
        sum_[k] = static_cast<std::uint16_t>(sum_[k] + pixels_[k]);
        pixels_[k] = static_cast<std::uint8_t>((sum_[k] + count / 2) * inverse >> 16);
      }
    }
  }
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, average_texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, region_.x, region_.y, region_.width, region_.height, GL_RGBA,
                  GL_UNSIGNED_BYTE, pixels_.data());
}

void Targets::blit(GLuint framebuffer, int x, int y) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, averaged_ ? average_frame_.id() : draw_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, width_, height_, x, y, x + width_, y + height_, GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

Image Targets::read() const {
  Image image = read_image(averaged_ ? average_frame_.id() : draw_.id(), width_, height_);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

vec2 refine_offset(int step) {
  // Eight rooks, in sixteenths of a pixel: every row and column of the pixel is sampled once.
  static constexpr std::array<std::array<float, 2>, 8> kOffset{
      {{0, 0}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}}};
  const auto& o = kOffset[static_cast<std::size_t>(step) % kOffset.size()];
  return vec2(o[0], o[1]) / 16.0f;
}

}  // namespace bindpose
