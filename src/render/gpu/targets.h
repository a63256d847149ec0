// The framebuffers of one picture: drawn with multisampling and resolved, or drawn several times
// with a shifted projection and averaged.
#pragma once

#include "math/types.h"
#include "render/gpu/gl_handles.h"
#include "render/gpu/shader.h"
#include "scene/model.h"

namespace bindpose {

class Targets {
 public:
  Targets(std::filesystem::path shader_dir, int samples);  // samples 0: none

  // Keeps what is there when the size stays.
  void resize(int width, int height);
  // Binds the framebuffer to draw into and sets the viewport. step 0: a new picture; above 0: this
  // drawing is averaged with those before it.
  void begin(int step);
  void bind();    // again, after another framebuffer was used in between
  void finish();  // makes the picture

  GLuint picture() const { return averaged_ ? average_texture_.id() : color_.id(); }
  void blit(GLuint framebuffer, int x, int y) const;
  Image read() const;
  bool multisampled() const { return samples_ > 0; }
  bool average() const { return averaged_; }  // this drawing joins those before it
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  void make_average();
  void add_drawing();
  void show_average();

  std::filesystem::path dir_;
  int samples_;
  int width_ = 0, height_ = 0;
  bool drawn_ = false;     // color_ holds a drawing
  bool averaged_ = false;  // the picture is the average
  int in_sum_ = 0;         // drawings in sum_
  GlTexture color_;
  GlRenderbuffer depth_, sample_color_, sample_depth_;
  GlFramebuffer draw_, samples_frame_;
  // Sum of the drawings in floats, and the average as the picture.
  GlTexture sum_, average_texture_;
  GlFramebuffer sum_frame_, average_frame_;
  GlVertexArray no_vertices_;
  Program copy_;
};

// Where inside the pixel the k-th drawing samples, in pixels from its centre; 0 is the centre.
vec2 refine_offset(int step);

}  // namespace bindpose
