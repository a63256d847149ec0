#include "app/window/window_place.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>

namespace bindpose::app {
namespace {

// Where a window may stand on that monitor: without the desktop's own panels, and with room for the
// window's frame.
struct Place {
  int x = 0, y = 0, width = 0, height = 0;
};
Place place_on(GLFWmonitor* monitor, GLFWwindow* window) {
  Place p;
  int left = 0, top = 0, right = 0, bottom = 0;
  glfwGetMonitorWorkarea(monitor, &p.x, &p.y, &p.width, &p.height);
  glfwGetWindowFrameSize(window, &left, &top, &right, &bottom);
  return {p.x + left, p.y + top, p.width - left - right, p.height - top - bottom};
}

}  // namespace

void set_window_size(GLFWwindow* window, int width, int height) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  std::optional<Place> first;
  for (int k = 0; k < count; ++k) {
    const Place p = place_on(monitors[k], window);
    if (p.width < 1 || p.height < 1) continue;
    if (width <= p.width && height <= p.height) return glfwSetWindowSize(window, width, height);
    if (!first) first = p;
  }
  if (!first) return glfwSetWindowSize(window, width, height);
  glfwSetWindowSize(window, std::min(width, first->width), std::min(height, first->height));
  glfwSetWindowPos(window, first->x, first->y);
}

void place_beside(GLFWwindow* window, GLFWwindow* other) {
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetWindowPos(other, &x, &y);
  glfwGetWindowSize(other, &width, &height);
  const int middle_x = x + width / 2, middle_y = y + height / 2;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int k = 0; k < count; ++k) {
    const Place p = place_on(monitors[k], window);
    const bool holds_other =
        middle_x >= p.x && middle_y >= p.y && middle_x < p.x + p.width && middle_y < p.y + p.height;
    if (p.width < 1 || p.height < 1 || holds_other) continue;
    glfwGetWindowSize(window, &width, &height);
    width = std::min(width, p.width);
    height = std::min(height, p.height);
    glfwSetWindowSize(window, width, height);
    return glfwSetWindowPos(window, p.x + (p.width - width) / 2, p.y + (p.height - height) / 2);
  }
}

}  // namespace bindpose::app
