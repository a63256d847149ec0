#include "render/gpu/picture_copy.h"

#include "render/gpu/gl_handles.h"
#include "render/gpu/shader.h"

namespace bindpose {

struct PictureCopy::Impl {
  std::filesystem::path dir;
  Program program{};  // made when first needed
  GlVertexArray no_vertices{};
};

PictureCopy::PictureCopy(const std::filesystem::path& shader_dir) : impl_(new Impl{shader_dir}) {}

PictureCopy::~PictureCopy() = default;

void PictureCopy::draw(unsigned int texture, unsigned int framebuffer, int x, int y, int square,
                       const PixelRect& part) {
  Program& program = impl_->program;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  if (part.empty()) return;
  if (!program) {
    program = Program(
        impl_->dir, {.vertex = "fullscreen.vert", .fragment = "copy.frag", .defines = {"SQUARES"}});
    impl_->no_vertices = GlVertexArray::make();
    program.use();
    program.set("u_texture", 0);
  }
  program.use();
  program.set("u_squares", vec3(float(x), float(y), float(square)));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture);
  glViewport(part.x, part.y, part.width, part.height);
  glBindVertexArray(impl_->no_vertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace bindpose
