#include "render/passes/background.h"

namespace bindpose {

BackgroundPass::BackgroundPass(const std::filesystem::path& shader_dir)
    : program_(shader_dir, {.vertex = "fullscreen.vert", .fragment = "background.frag"}),
      no_vertices_(GlVertexArray::make()) {}

void BackgroundPass::draw(const Frame& frame) {
  program_.use();
  program_.set("u_top", frame.theme->background_top);
  program_.set("u_bottom", frame.theme->background_bottom);
  program_.set("u_height", frame.pixels.y);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(no_vertices_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace bindpose
