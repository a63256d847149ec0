// The framebuffers of one picture: drawn with multisampling and resolved, or drawn several times
// with a shifted projection and averaged. What lies behind everything (the backdrop) smooths its
// own edges: several drawings share one, and where nothing covers it there is nothing to average.
#pragma once

#include <cstdint>
#include <vector>

#include "math/types.h"
#include "render/gpu/edge_average.h"
#include "render/gpu/gl_handles.h"
#include "render/gpu/picture_copy.h"
#include "render/gpu/shader.h"
#include "scene/model.h"

namespace bindpose {

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
  // The pixels at which drawings after the first count, and how far away something may be to be
  // seen there: EdgeAverage::mask(). Before the second drawing.
  PixelMask seen_edges(float see_through) const;
  // Whether fewer pixels count from this drawing on; narrow() takes them from such a mask.
  bool narrows() const {
    return averaged_ && edges_.drawings() == EdgeAverage::kLook && kept_.empty();
  }
  void narrow(PixelMask& mask) const { edges_.narrow(mask); }
  // The part of the picture that drawings after the first change; all of it in the first. Needs the
  // first drawing and the backdrop.
  PixelRect region() const { return averaged_ ? region_ : PixelRect{0, 0, width_, height_}; }
  // Makes the picture. `more`: another drawing of it may follow at once. This one is then read
  // later, so that it need not be waited for: the driver's threads draw it while the next is
  // prepared.
  void finish(bool more = false);

  GLuint picture();
  // With its corner there, as far as it lies in `part`; each pixel becomes a square of `shrunk` by
  // `shrunk`.
  void blit(GLuint framebuffer, int x, int y, int shrunk, const PixelRect& part);
  Image read();
  bool multisampled() const { return samples_ > 0; }
  bool average() const { return averaged_; }  // this drawing joins those before it
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  void make_textures();
  GlTexture new_texture(GLint format) const;
  void draw_into(GlTexture texture);
  void make_average();
  void upload_edges();
  void add_drawing(const GlFramebuffer& drawn);
  void add_kept();
  void show_average();

  std::filesystem::path dir_;
  int samples_;
  int width_ = 0, height_ = 0;
  bool drawn_ = false;     // color_ holds a drawing
  bool averaged_ = false;  // the picture is the average
  bool backdrop_kept_ = false;
  bool first_ = true;  // there is no average of this picture yet
  PixelRect region_;   // where drawings differ from the backdrop
  EdgeAverage edges_;
  std::vector<GlTexture> kept_;       // drawings that are not in it yet, the oldest first
  std::vector<std::uint8_t> pixels_;  // what was read last
  GlTexture color_;
  GlRenderbuffer depth_, sample_color_, sample_depth_;
  GlFramebuffer draw_, samples_frame_, read_;
  GlTexture backdrop_, average_texture_, edge_texture_;  // made when first needed
  GlFramebuffer backdrop_frame_, average_frame_;
  GlVertexArray no_vertices_;
  Program copy_, copy_edges_;
  PictureCopy squares_;
};

// Where inside the pixel the k-th drawing samples, in pixels from its centre; 0 is the centre.
vec2 refine_offset(int step);

}  // namespace bindpose
