#include "render/gpu/targets.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

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

void read_pixels(const GlFramebuffer& frame, const PixelRect& r, std::vector<std::uint8_t>& out) {
  out.resize(4 * static_cast<std::size_t>(r.width) * static_cast<std::size_t>(r.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frame.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(r.x, r.y, r.width, r.height, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
}

}  // namespace

Targets::Targets(std::filesystem::path shader_dir, int samples)
    : dir_(std::move(shader_dir)),
      samples_(samples),
      no_vertices_(GlVertexArray::make()),
      squares_(dir_) {}

void Targets::resize(int width, int height) {
  width = std::max(width, 1);
  height = std::max(height, 1);
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  averaged_ = backdrop_kept_ = false;
  kept_.clear();
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
  kept_.clear();
  first_ = true;
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
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, edge_texture_.id());
  }
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, backdrop_.id());
  copy.use();
  glBindVertexArray(no_vertices_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthFunc(GL_LESS);
  glDisable(GL_DEPTH_TEST);
}

void Targets::bind() {
  // The first drawing was made without knowing that others would follow.
  if (averaged_ && first_) {
    make_average();
    first_ = false;
  }
  // What the next drawings need depends on these.
  if (averaged_ && edges_.drawings() + static_cast<int>(kept_.size()) == EdgeAverage::kLook) {
    add_kept();
  }
  glBindFramebuffer(GL_FRAMEBUFFER, samples_ > 0 ? samples_frame_.id() : draw_.id());
  glViewport(0, 0, width_, height_);
  const PixelRect r = region();
  glEnable(GL_SCISSOR_TEST);
  glScissor(r.x, r.y, r.width, r.height);
}

void Targets::finish(bool more) {
  drawn_ = true;
  if (samples_ > 0) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_frame_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw_.id());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
  }
  if (!averaged_ || region_.empty()) return;
  if (more) {
    // llvmpipe has two drawings under way at most: the one before them is there already.
    constexpr std::size_t kMostKept = 3;
    kept_.push_back(std::move(color_));
    if (kept_.size() <= kMostKept) return draw_into(new_texture(GL_RGBA8));
    GlTexture oldest = std::move(kept_.front());
    kept_.erase(kept_.begin());
    attach(read_, oldest);
    add_drawing(read_);
    draw_into(std::move(oldest));
    return;
  }
  add_kept();
  add_drawing(draw_);
  show_average();
}

void Targets::draw_into(GlTexture texture) {
  color_ = std::move(texture);
  glBindFramebuffer(GL_FRAMEBUFFER, draw_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);
}

GlTexture Targets::new_texture(GLint format) const {
  GlTexture texture;
  make_texture(texture, format, width_, height_);
  return texture;
}

// The first drawing becomes the picture that the others are added to.
void Targets::make_average() {
  DifferenceRect differs(width_);
  std::vector<std::uint8_t> behind;
  constexpr int kRows = 64;  // a band stays in the processor's cache
  for (int y = 0; y < height_; y += kRows) {
    const PixelRect band{0, y, width_, std::min(kRows, height_ - y)};
    read_pixels(backdrop_frame_, band, behind);
    read_pixels(draw_, band, pixels_);
    differs.add(y, pixels_, behind);
  }
  region_ = differs.widened(height_);
  read_pixels(draw_, region_, pixels_);
  edges_.begin(width_, height_, region_, pixels_);
  upload_edges();
  GlTexture next = std::exchange(average_texture_, std::move(color_));
  attach(average_frame_, average_texture_);
  check_complete();
  draw_into(next ? std::move(next) : new_texture(GL_RGBA8));
}

void Targets::upload_edges() {
  if (!edge_texture_) edge_texture_ = new_texture(GL_R8);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, edge_texture_.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RED, GL_UNSIGNED_BYTE,
                  edges_.edges().data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

PixelMask Targets::seen_edges(float see_through) const {
  const PixelRect& r = region_;
  std::vector<std::uint32_t> depth(static_cast<std::size_t>(r.width) *
                                   static_cast<std::size_t>(r.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_.id());
  if (!r.empty()) {
    glReadPixels(r.x, r.y, r.width, r.height, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depth.data());
  }
  return edges_.mask(depth, see_through);
}

void Targets::add_drawing(const GlFramebuffer& drawn) {
  read_pixels(drawn, region_, pixels_);
  edges_.add(pixels_);
  if (edges_.drawings() == EdgeAverage::kLook) upload_edges();
}

void Targets::show_average() {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, average_texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, region_.x, region_.y, region_.width, region_.height, GL_RGBA,
                  GL_UNSIGNED_BYTE, edges_.shown().data());
}

void Targets::add_kept() {
  if (kept_.empty()) return;
  for (const GlTexture& drawn : kept_) {
    attach(read_, drawn);
    add_drawing(read_);
  }
  kept_.clear();
  show_average();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

GLuint Targets::picture() {
  add_kept();
  return averaged_ ? average_texture_.id() : color_.id();
}

void Targets::blit(GLuint framebuffer, int x, int y, int shrunk, const PixelRect& part) {
  add_kept();
  const int left = std::max(x, part.x), low = std::max(y, part.y),
            right = std::min(x + shrunk * width_, part.x + part.width),
            high = std::min(y + shrunk * height_, part.y + part.height);
  const PixelRect seen{left, low, right - left, high - low};
  if (shrunk > 1) {
    squares_.draw(picture(), framebuffer, x, y, shrunk, seen);
    return;
  }
  // Into a texture of the same format, without a scissor: llvmpipe copies memory.
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, averaged_ ? average_frame_.id() : draw_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  if (!seen.empty())
    glBlitFramebuffer(left - x, low - y, right - x, high - y, left, low, right, high,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

Image Targets::read() {
  add_kept();
  Image image = read_image(averaged_ ? average_frame_.id() : draw_.id(), width_, height_);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

vec2 refine_offset(int step) {
  // Eight rooks, in sixteenths of a pixel: every row and column of the pixel is sampled once, those
  // along its sides first.
  static constexpr std::array<std::array<float, 2>, 8> kOffset{
      {{0, 0}, {-7, -1}, {7, -7}, {3, 7}, {-1, 3}, {-5, 5}, {5, 1}, {-3, -5}}};
  const auto& o = kOffset[static_cast<std::size_t>(step) % kOffset.size()];
  return vec2(o[0], o[1]) / 16.0f;
}

}  // namespace bindpose
