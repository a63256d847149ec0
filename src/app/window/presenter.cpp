#include "app/window/presenter.h"

#include <GLFW/glfw3.h>

namespace bindpose::app {

// Asked for by name, of GLX itself as well: who builds this needs none of its headers, and under
// Wayland, or elsewhere, there is none.
Presenter::Presenter(GLFWwindow* window) : window_(window) {
  if (glfwExtensionSupported("GLX_MESA_copy_sub_buffer") == GLFW_FALSE) return;
  display_ = reinterpret_cast<CurrentDisplay>(glfwGetProcAddress("glXGetCurrentDisplay"));
  drawable_ = reinterpret_cast<CurrentDrawable>(glfwGetProcAddress("glXGetCurrentDrawable"));
  if (display_ == nullptr || drawable_ == nullptr) return;
  copy_ = reinterpret_cast<CopySubBuffer>(glfwGetProcAddress("glXCopySubBufferMESA"));
}

void Presenter::show(std::span<const PixelArea> parts, int height) const {
  if (parts.empty() || copy_ == nullptr) {
    glfwSwapBuffers(window_);
    return;
  }
  void* const display = display_();
  const unsigned long drawable = drawable_();
  for (const PixelArea& part : parts)
    copy_(display, drawable, part.x, height - part.y - part.height, part.width, part.height);
}

}  // namespace bindpose::app
