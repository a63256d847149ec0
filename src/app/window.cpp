#include "app/window.h"

#include <glad/gl.h>
// glad first: GLFW must not bring a GL header of its own.
#include <GLFW/glfw3.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "app/open_link.h"
#include "app/paths.h"
#include "app/pen_pressure.h"
#include "app/settings_file.h"
#include "app/viewer/viewer.h"
#include "app/window_place.h"

namespace bindpose::app {

namespace {

using ui::Key;

// While the window rests it looks this often whether the open file was written again.
constexpr double kFilePollSeconds = 0.5;
// Between steps that change nothing to be seen.
constexpr double kUnseenSeconds = 0.004;

// What GLFW's callbacks collect for the next step.
struct Collected {
  Input input;
  vec2 to_pixels{1.0f};  // window coordinates to framebuffer pixels
  bool refresh = false;
};

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

void install_callbacks(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    Collected& c = collected(w);
    const vec2 p = vec2(float(x), float(y)) * c.to_pixels;
    c.input.events.push_back(ui::mouse_move(p.x, p.y));
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
    collected(w).input.events.push_back(ui::mouse_button(button, action == GLFW_PRESS));
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

// GLFW for the life of the window.
class Library {
 public:
  Library() {
    glfwSetErrorCallback([](int, const char* text) { message() = text; });
    if (!glfwInit()) {
      throw std::runtime_error("no window can be opened (" + message() +
                               "); 'bindpose render' draws a picture without a display");
    }
  }
  ~Library() { glfwTerminate(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  static std::string& message() {
    static std::string text = "no reason given";
    return text;
  }
};

// The scale that BINDPOSE_SCALE asks for; 0 where it asks for nothing sensible.
float forced_scale() {
  const char* text = std::getenv("BINDPOSE_SCALE");
  const float value = text == nullptr ? 0.0f : std::strtof(text, nullptr);
  return value >= 0.75f && value <= 4.0f ? value : 0.0f;
}

GLFWwindow* open_window(const WindowArgs& args) {
  const float grow = forced_scale() > 0.0f ? forced_scale() : 1.0f;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, 0);  // the renderer has framebuffers of its own
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "Bindpose");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "bindpose");
  GLFWwindow* window = glfwCreateWindow(int(float(args.width > 0 ? args.width : 1280) * grow),
                                        int(float(args.height > 0 ? args.height : 720) * grow),
                                        "Bindpose", nullptr, nullptr);
  if (window == nullptr) {
    throw std::runtime_error("the display gives no OpenGL 3.3 window (" + Library::message() +
                             "); update the graphics driver, or use 'bindpose render'");
  }
  glfwSetWindowSizeLimits(window, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  // As the last one was left: exactly, for that size has grown with the display already.
  const ui::Settings left = read_settings(settings_file(), false).settings;
  if (args.width == 0) {
    int width = left.window_width, height = left.window_height;
    if (width < 1) glfwGetWindowSize(window, &width, &height);
    set_window_size(window, width, height);
  }
  glfwMakeContextCurrent(window);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    throw std::runtime_error(
        "the OpenGL functions could not be loaded; update the graphics driver");
  }
  glfwSwapInterval(1);
  return window;
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

// The mouse's shapes, made once.
class Cursors {
 public:
  void show(GLFWwindow* window, ui::Cursor cursor) {
    if (cursor == shown_) return;
    shown_ = cursor;
    const auto k = static_cast<std::size_t>(cursor);
    constexpr int kShapes[] = {GLFW_ARROW_CURSOR, GLFW_IBEAM_CURSOR, GLFW_HAND_CURSOR,
                               GLFW_HRESIZE_CURSOR, GLFW_VRESIZE_CURSOR};
    if (made_[k] == nullptr) made_[k] = glfwCreateStandardCursor(kShapes[k]);
    glfwSetCursor(window, made_[k]);  // GLFW destroys them with the library
  }

 private:
  GLFWcursor* made_[5] = {};
  ui::Cursor shown_ = ui::Cursor::Arrow;
};

// The size that a hand gave the window is that of the next start; what a maximised one has is the
// display's.
class SizeKeeper {
 public:
  void keep(GLFWwindow* window, Viewer& viewer) {
    int width = 0, height = 0;
    glfwGetWindowSize(window, &width, &height);
    if (width_ == 0) {  // as it came up: no hand has chosen that
      width_ = width;
      height_ = height;
    }
    if ((width == width_ && height == height_) || width < 1 ||
        glfwGetWindowAttrib(window, GLFW_MAXIMIZED) != 0)
      return;
    width_ = width;
    height_ = height;
    viewer.keep_window_size(width, height);
  }

 private:
  int width_ = 0, height_ = 0;
};

void loop(GLFWwindow* window, Viewer& viewer, Collected& c) {
  StepResult state;
  std::string title;
  Cursors cursors;
  SizeKeeper size;
  double last = glfwGetTime();
  double watched = last;
  while (!state.quit) {
    if (glfwWindowShouldClose(window)) {
      if (viewer.may_close()) break;
      glfwSetWindowShouldClose(window, GLFW_FALSE);
      c.refresh = true;  // the question is to be seen
    }
    if (!state.idle) {
      glfwPollEvents();
    } else if (state.wake_after >= 0.0) {
      glfwWaitEventsTimeout(state.wake_after);
    } else {
      glfwWaitEventsTimeout(kFilePollSeconds);
    }
    const double now = glfwGetTime();
    // After a pause nothing should leap: a clip goes on from where it was shown last.
    const double dt = state.idle ? 1.0 / 60.0 : std::min(now - last, 0.25);
    last = now;
    bool news = c.refresh || !c.input.events.empty() || !c.input.dropped_files.empty();
    if (now - watched >= kFilePollSeconds) {  // while a clip plays, too
      watched = now;
      news = viewer.poll_file() || news;
    }
    if (state.idle && state.wake_after < 0.0 && !news) continue;
    measure(window, c);
    if (c.input.size.x < 1.0f || c.input.size.y < 1.0f) {  // minimised
      viewer.keep_work();
      glfwWaitEventsTimeout(kFilePollSeconds);
      continue;
    }
    if (c.refresh) viewer.wake();
    c.refresh = false;
    state = viewer.step(c.input, dt);
    c.input.events.clear();
    c.input.dropped_files.clear();
    // Where nothing is shown there is no display to wait for.
    if (state.drawn) {
      glfwSwapBuffers(window);
    } else if (!state.idle) {
      glfwWaitEventsTimeout(kUnseenSeconds);
    }
    cursors.show(window, state.cursor);
    if (state.idle) size.keep(window, viewer);
    if (viewer.title() != title) {
      title = viewer.title();
      glfwSetWindowTitle(window, title.c_str());
    }
  }
}

}  // namespace

int run_window(const WindowArgs& args) {
  const Library library;
  GLFWwindow* window = open_window(args);
  Collected c;
  glfwSetWindowUserPointer(window, &c);
  install_callbacks(window);
  ViewerOptions options;
  options.shaders = shader_folder();
  options.fonts = find_fonts();
  options.remember = true;
  options.pen_pressure = pen_pressure_reader();
  if (const auto folder = state_folder(); !folder.empty()) options.autosave = folder / "autosave";
  options.settings = settings_file();
  options.poses = pose_folder();
  if (const auto folder = cache_folder(); !folder.empty())
    options.thumbnails = folder / "thumbnails";
  options.detail.enabled = true;
  options.maps.beside = true;
  options.pointing.beside = true;
  options.state_file = args.state_file;
  options.refines = args.refines;
  options.import = args.import;
  options.own_memory = args.own_memory;
  options.own_seconds = args.own_seconds;
  options.open_link = open_link;
  bool loading = false;
  {
    Viewer viewer(options);
    ui::set_clipboard(
        {[window] {
           const char* text = glfwGetClipboardString(window);
           return std::string(text != nullptr ? text : "");
         },
         [window](const std::string& text) { glfwSetClipboardString(window, text.c_str()); }});
    if (args.light) {
      ViewSettings view;
      view.dark = false;
      viewer.apply({SetView{view}});
    }
    viewer.ui_state().presenter = args.presenter;
    viewer.ui_state().record_rects = args.state_widgets;
    if (!args.model.empty()) viewer.open(args.model);
    viewer.set_tolerance(args.tolerance);
    if (!args.diff.empty()) viewer.compare_with(args.diff);
    if (!args.lesson.empty()) viewer.open_lesson(args.lesson, 0, args.lesson_model);
    viewer.offer_leftovers();
    loop(window, viewer, c);
    loading = viewer.loading();
  }
  // A model may still be being decoded: the process does not wait for it.
  if (loading) std::_Exit(0);
  glfwDestroyWindow(window);
  return 0;
}

}  // namespace bindpose::app
