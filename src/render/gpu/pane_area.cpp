#include "render/gpu/pane_area.h"

#include <algorithm>

namespace bindpose {

bool begin_pane(const Pane& pane, int height, const PixelRect& region) {
  const auto below = [height](float y) { return height - static_cast<int>(y); };
  const auto x = static_cast<int>(pane.corner.x), w = static_cast<int>(pane.viewport.width);
  const auto h = static_cast<int>(pane.viewport.height);
  glViewport(x, below(pane.corner.y) - h, w, h);
  const vec2 shown = pane.shown_to - pane.shown_from;
  const int left = std::max(static_cast<int>(pane.shown_from.x), region.x);
  const int bottom = std::max(below(pane.shown_to.y), region.y);
  const int right = std::min(static_cast<int>(pane.shown_from.x) + static_cast<int>(shown.x),
                             region.x + region.width);
  const int top =
      std::min(below(pane.shown_to.y) + static_cast<int>(shown.y), region.y + region.height);
  if (right <= left || top <= bottom) return false;
  glEnable(GL_SCISSOR_TEST);
  glScissor(left, bottom, right - left, top - bottom);
  return true;
}

void restore_defaults() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glBindVertexArray(0);
  glUseProgram(0);
  glActiveTexture(GL_TEXTURE0);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDepthFunc(GL_LESS);
  glDepthRange(0.0, 1.0);
  glClearDepth(1.0);
}

}  // namespace bindpose
