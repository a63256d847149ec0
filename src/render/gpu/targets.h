// The framebuffers of one picture: drawn with multisampling and resolved, or drawn several times
// with a shifted projection and averaged. What lies behind everything (the backdrop) smooths its
// own edges: several drawings share one, and where nothing covers it there is nothing to average.
#pragma once

#include <cstdint>
#include <vector>

#include "math/types.h"
#include "render/gpu/gl_handles.h"
#include "render/gpu/shader.h"
#include "render/sampled_triangles.h"
#include "scene/model.h"

namespace bindpose {

// In GL's pixels: y counts from the bottom.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
};

class Targets {
 public:
  Targets(std::filesystem::path shader_dir, int samples);  // samples 0: none

  // Keeps what is there when the size stays.
  void resize(int width, int height);
  // Says which drawing begins. step 0: a new picture; above 0: this drawing is averaged with those
  // before it.
  void begin(int step);
  // Whether the backdrop of this picture is kept; begin(0) forgets it.
  bool has_backdrop() const { return backdrop_kept_; }
  // Binds where it is kept, to be drawn into.
  void bind_backdrop();
  // Copies it into the drawing, which bind() has bound, and whose depth was cleared to
  // cleared_depth(). After the first drawing only at edges: all other pixels stay so near that
  // nothing is drawn over them, which spares work (what is drawn there does not count).
  void draw_backdrop();
  double cleared_depth() const { return averaged_ ? 0.0 : 1.0; }
  // Binds the framebuffer to draw into and sets viewport and scissor.
  void bind();
  // The pixels at which drawings after the first count: those at edges. What changes evenly from
  // pixel to pixel is right as it is. Before the second drawing also how far away something may be
  // to be seen there: no farther than what the first one shows at that pixel or around it, and at
  // the picture's border, beyond which nothing is known, however far. What shows through a gap that
  // every sample of the first drawing missed may lie farther. What is nearer than `see_through`
  // hides nothing.
  PixelMask seen_edges(float see_through) const;
  // The part of the picture that drawings after the first change; all of it in the first. Needs the
  // first drawing and the backdrop.
  PixelRect region() const { return averaged_ ? region_ : PixelRect{0, 0, width_, height_}; }
  void finish();  // makes the picture

  GLuint picture() const { return averaged_ ? average_texture_.id() : color_.id(); }
  void blit(GLuint framebuffer, int x, int y) const;
  Image read() const;
  bool multisampled() const { return samples_ > 0; }
  bool average() const { return averaged_; }  // this drawing joins those before it
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  void make_textures();
  void make_average();
  void find_edges();
  void add_drawing();

  std::filesystem::path dir_;
  int samples_;
  int width_ = 0, height_ = 0;
  bool drawn_ = false;     // color_ holds a drawing
  bool averaged_ = false;  // the picture is the average
  bool backdrop_kept_ = false;
  int in_sum_ = 0;    // drawings in sum_
  PixelRect region_;  // where drawings differ from the backdrop
  // The region's pixels, four values each: added up over the drawings, of one drawing, of the
  // first.
  std::vector<std::uint16_t> sum_;
  std::vector<std::uint8_t> pixels_, first_;
  std::vector<std::uint8_t> edges_;  // 255 at an edge, of the whole picture
  GlTexture color_;
  GlRenderbuffer depth_, sample_color_, sample_depth_;
  GlFramebuffer draw_, samples_frame_;
  GlTexture backdrop_, average_texture_, edge_texture_;  // made when first needed
  GlFramebuffer backdrop_frame_, average_frame_;
  GlVertexArray no_vertices_;
  Program copy_, copy_edges_;
};

// Where inside the pixel the k-th drawing samples, in pixels from its centre; 0 is the centre.
vec2 refine_offset(int step);

}  // namespace bindpose
