#include "render/gpu/targets.h"

#include <algorithm>
#include <array>
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

}  // namespace

Targets::Targets(std::filesystem::path shader_dir, int samples)
    : dir_(std::move(shader_dir)), samples_(samples), no_vertices_(GlVertexArray::make()) {}

void Targets::resize(int width, int height) {
  width = std::max(width, 1);
  height = std::max(height, 1);
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  averaged_ = false;
  sum_.reset();
  sum_frame_.reset();
  average_texture_.reset();
  average_frame_.reset();

  make_texture(color_, GL_RGBA8, width, height);
  attach(draw_, color_);
  if (samples_ == 0) {
    make_renderbuffer(depth_, GL_DEPTH24_STENCIL8, 0, width, height);
    attach_depth(depth_);
  }
  check_complete();
  if (samples_ == 0) return;
  make_renderbuffer(sample_color_, GL_RGBA8, samples_, width, height);
  make_renderbuffer(sample_depth_, GL_DEPTH24_STENCIL8, samples_, width, height);
  samples_frame_ = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, samples_frame_.id());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                            sample_color_.id());
  attach_depth(sample_depth_);
  check_complete();
}

void Targets::begin(int step) {
  if (step == 0 || !drawn_) {
    in_sum_ = 0;
    averaged_ = false;
  } else {
    // The first drawing was made without knowing that others would follow.
    if (in_sum_ == 0) {
      make_average();
      add_drawing();
    }
    averaged_ = true;
  }
  bind();
}

void Targets::bind() {
  glBindFramebuffer(GL_FRAMEBUFFER, samples_ > 0 ? samples_frame_.id() : draw_.id());
  glViewport(0, 0, width_, height_);
}

void Targets::finish() {
  drawn_ = true;
  if (samples_ > 0) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_frame_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw_.id());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
  }
  if (averaged_) {
    add_drawing();
    show_average();
  }
}

void Targets::make_average() {
  if (!sum_) {
    // Full floats: eight 8-bit values add up exactly, so that flat areas keep their value.
    make_texture(sum_, GL_RGBA32F, width_, height_);
    attach(sum_frame_, sum_);
    check_complete();
    make_texture(average_texture_, GL_RGBA8, width_, height_);
    attach(average_frame_, average_texture_);
    check_complete();
    copy_ = Program(dir_, {.vertex = "fullscreen.vert", .fragment = "scale.frag"});
  }
  glBindFramebuffer(GL_FRAMEBUFFER, sum_frame_.id());
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Targets::add_drawing() {
  glBindFramebuffer(GL_FRAMEBUFFER, sum_frame_.id());
  glViewport(0, 0, width_, height_);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, color_.id());
  copy_.use();
  copy_.set("u_scale", 1.0f);
  glBindVertexArray(no_vertices_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
  ++in_sum_;
}

void Targets::show_average() {
  glBindFramebuffer(GL_FRAMEBUFFER, average_frame_.id());
  glBindTexture(GL_TEXTURE_2D, sum_.id());
  copy_.set("u_scale", 1.0f / static_cast<float>(in_sum_));
  glDrawArrays(GL_TRIANGLES, 0, 3);
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
