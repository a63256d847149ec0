#include "app/window/window_input.h"

#include <glad/gl.h>
// glad first: GLFW must not bring a GL header of its own.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bindpose::app {

namespace {

using ui::Key;

Collected& collected(GLFWwindow* window) {
  return *static_cast<Collected*>(glfwGetWindowUserPointer(window));
}

Key key_of(int key) {
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return Key(int(Key::A) + key - GLFW_KEY_A);
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return Key(int(Key::Num0) + key - GLFW_KEY_0);
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
    return Key(int(Key::Pad0) + key - GLFW_KEY_KP_0);
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return Key(int(Key::F1) + key - GLFW_KEY_F1);
  switch (key) {
    case GLFW_KEY_LEFT:
      return Key::Left;
    case GLFW_KEY_RIGHT:
      return Key::Right;
    case GLFW_KEY_UP:
      return Key::Up;
    case GLFW_KEY_DOWN:
      return Key::Down;
    case GLFW_KEY_HOME:
      return Key::Home;
    case GLFW_KEY_END:
      return Key::End;
    case GLFW_KEY_PAGE_UP:
      return Key::PageUp;
    case GLFW_KEY_PAGE_DOWN:
      return Key::PageDown;
    case GLFW_KEY_INSERT:
      return Key::Insert;
    case GLFW_KEY_DELETE:
      return Key::Delete;
    case GLFW_KEY_BACKSPACE:
      return Key::Backspace;
    case GLFW_KEY_SPACE:
      return Key::Space;
    case GLFW_KEY_ENTER:
      return Key::Enter;
    case GLFW_KEY_KP_ENTER:
      return Key::PadEnter;
    case GLFW_KEY_KP_DECIMAL:
      return Key::PadDecimal;
    case GLFW_KEY_KP_DIVIDE:
      return Key::PadDivide;
    case GLFW_KEY_ESCAPE:
      return Key::Escape;
    case GLFW_KEY_TAB:
      return Key::Tab;
    case GLFW_KEY_MINUS:
      return Key::Minus;
    case GLFW_KEY_EQUAL:
      return Key::Equal;
    case GLFW_KEY_COMMA:
      return Key::Comma;
    case GLFW_KEY_PERIOD:
      return Key::Period;
    case GLFW_KEY_SLASH:
      return Key::Slash;
    case GLFW_KEY_LEFT_BRACKET:
      return Key::LeftBracket;
    case GLFW_KEY_RIGHT_BRACKET:
      return Key::RightBracket;
    case GLFW_KEY_LEFT_CONTROL:
      return Key::LeftCtrl;
    case GLFW_KEY_RIGHT_CONTROL:
      return Key::RightCtrl;
    case GLFW_KEY_LEFT_SHIFT:
      return Key::LeftShift;
    case GLFW_KEY_RIGHT_SHIFT:
      return Key::RightShift;
    case GLFW_KEY_LEFT_ALT:
      return Key::LeftAlt;
    case GLFW_KEY_RIGHT_ALT:
      return Key::RightAlt;
    case GLFW_KEY_LEFT_SUPER:
      return Key::LeftSuper;
    case GLFW_KEY_RIGHT_SUPER:
      return Key::RightSuper;
    default:
      return Key::None;
  }
}

// Letters follow the keyboard's layout, so that Ctrl+Z is where the user's Z is.
int layout_key(int key, int scancode) {
  if (key < GLFW_KEY_A || key > GLFW_KEY_Z) return key;
  const char* name = glfwGetKeyName(key, scancode);
  if (name != nullptr && name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0') {
    return GLFW_KEY_A + (name[0] - 'a');
  }
  return key;
}

}  // namespace

void collect_input(GLFWwindow* window, Collected& into) {
  glfwSetWindowUserPointer(window, &into);
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    Collected& c = collected(w);
    const vec2 p = vec2(float(x), float(y)) * c.to_pixels;
    c.input.events.push_back(ui::mouse_move(p.x, p.y));
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
    collected(w).input.events.push_back(
        ui::mouse_button(button, action == GLFW_PRESS, glfwGetTime()));
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    collected(w).input.events.push_back(ui::mouse_wheel(float(x), float(y)));
  });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int) {
    if (action == GLFW_REPEAT) {
      collected(w).refresh = true;
      return;
    }
    const Key k = key_of(layout_key(key, scancode));
    if (k != Key::None) collected(w).input.events.push_back(ui::key_event(k, action == GLFW_PRESS));
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned int codepoint) {
    collected(w).input.events.push_back(ui::char_event(codepoint));
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    if (!focused) collected(w).input.events.push_back(ui::focus_lost());
  });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    for (int i = 0; i < count; ++i) collected(w).input.dropped_files.emplace_back(paths[i]);
  });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { collected(w).refresh = true; });
  glfwSetFramebufferSizeCallback(window,
                                 [](GLFWwindow* w, int, int) { collected(w).refresh = true; });
}

float forced_scale() {
  const char* text = std::getenv("BINDPOSE_SCALE");
  const float value = text == nullptr ? 0.0f : std::strtof(text, nullptr);
  return value >= 0.75f && value <= 4.0f ? value : 0.0f;
}

void measure(GLFWwindow* window, Collected& c) {
  int width = 0, height = 0, window_width = 1, window_height = 1;
  float scale_x = 1.0f, scale_y = 1.0f;
  glfwGetFramebufferSize(window, &width, &height);
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  c.input.size = vec2(float(width), float(height));
  c.to_pixels =
      c.input.size / vec2(float(std::max(1, window_width)), float(std::max(1, window_height)));
  c.input.scale = std::isfinite(scale_x) ? std::min(std::max(scale_x, 0.75f), 4.0f) : 1.0f;
  if (forced_scale() > 0.0f) c.input.scale = forced_scale();
}

void Cursors::show(GLFWwindow* window, ui::Cursor cursor) {
  if (cursor == shown_) return;
  shown_ = cursor;
  const auto k = static_cast<std::size_t>(cursor);
  constexpr int kShapes[] = {GLFW_ARROW_CURSOR, GLFW_IBEAM_CURSOR, GLFW_HAND_CURSOR,
                             GLFW_HRESIZE_CURSOR, GLFW_VRESIZE_CURSOR};
  if (made_[k] == nullptr) made_[k] = glfwCreateStandardCursor(kShapes[k]);
  glfwSetCursor(window, made_[k]);
}

}  // namespace bindpose::app
