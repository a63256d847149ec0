#include "app/window/window.h"

#include <glad/gl.h>
// glad first: GLFW must not bring a GL header of its own.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "app/input_files.h"
#include "app/large_pages.h"
#include "app/open_link.h"
#include "app/paths.h"
#include "app/pen_pressure.h"
#include "app/settings_file.h"
#include "app/viewer/viewer.h"
#include "app/window/presenter.h"
#include "app/window/speaker_window.h"
#include "app/window/window_input.h"
#include "app/window/window_place.h"
#include "io/text/clean_text.h"

namespace bindpose::app {

namespace {

// While the window rests it looks this often whether the open file was written again.
constexpr double kFilePollSeconds = 0.5;
// Between steps that change nothing to be seen.
constexpr double kUnseenSeconds = 0.004;

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

// The speaker's window, open as long as the viewer's state says so.
class SecondWindow {
 public:
  SecondWindow(GLFWwindow* audience, FontFiles fonts, std::filesystem::path state_file)
      : audience_(audience), fonts_(std::move(fonts)), state_file_(std::move(state_file)) {}

  // True where the viewer has something to do.
  bool follow(Viewer& viewer) {
    bool& wanted = viewer.ui_state().speaker;
    if (window_ && window_->closed()) wanted = false;
    if (!wanted) {
      const bool was_open = window_ != nullptr;
      window_.reset();
      return was_open;
    }
    if (window_) return window_->step(viewer);
    try {
      window_ = std::make_unique<SpeakerWindow>(audience_, fonts_, state_, state_file_);
    } catch (const std::exception& e) {
      wanted = false;
      viewer.complain(e.what());
    }
    viewer.wake();  // for its picture
    return true;
  }
  void take_picture(vec2 size) {
    if (window_) window_->take_picture(static_cast<int>(size.x), static_cast<int>(size.y));
  }
  // The earlier of both; negative: never.
  double wake_after(double other) const {
    if (!window_) return other;
    return other >= 0.0 ? std::min(other, window_->wake_after()) : window_->wake_after();
  }

 private:
  GLFWwindow* audience_;
  FontFiles fonts_;
  std::filesystem::path state_file_;
  ui::SpeakerState state_;  // the time goes on while the window is closed
  std::unique_ptr<SpeakerWindow> window_;
};

void blacken() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

void loop(GLFWwindow* window, Viewer& viewer, Collected& c, SecondWindow& speaker,
          const Presenter& presenter) {
  StepResult state;
  std::string title;
  Cursors cursors;
  SizeKeeper size;
  bool was_black = false;
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
    } else {
      const double wake = speaker.wake_after(state.wake_after);
      glfwWaitEventsTimeout(wake >= 0.0 ? std::max(wake, 1e-6) : kFilePollSeconds);
    }
    const double now = glfwGetTime();
    // After a pause nothing should leap: a clip goes on from where it was shown last.
    const double dt = state.idle ? 1.0 / 60.0 : std::min(now - last, 0.25);
    last = now;
    bool news = speaker.follow(viewer) || c.any();
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
    if (state.drawn.any) {
      speaker.take_picture(c.input.size);
      const bool black = viewer.ui_state().black && viewer.ui_state().speaker;
      if (black) {
        blacken();
        state.drawn.parts.clear();
      } else if (was_black) {  // the picture is gone but for what was drawn now
        viewer.wake();
        state.idle = false;
      }
      was_black = black;
      presenter.show(state.drawn.parts, static_cast<int>(c.input.size.y));
    } else if (!state.idle) {
      glfwWaitEventsTimeout(kUnseenSeconds);
    }
    cursors.show(window, state.cursor);
    if (state.idle) size.keep(window, viewer);
    if (viewer.title() != title) {
      title = viewer.title();
      glfwSetWindowTitle(window, shown_text(title).c_str());
    }
  }
}

}  // namespace

int run_window(const WindowArgs& args) {
  if (!args.state_file.empty()) {
    for (const std::string& file : {args.model, args.diff, args.lesson, args.lesson_model})
      note_input(file);
    refuse_to_replace_input("--state", args.state_file);
  }
  keep_freed_memory();
  const Library library;
  GLFWwindow* window = open_window(args);
  Collected c;
  collect_input(window, c);
  ViewerOptions options;
  options.shaders = shader_folder();
  options.fonts = find_fonts();
  options.remember = true;
  options.pen_pressure = pen_pressure_reader();
  if (const auto folder = state_folder(); !folder.empty()) {
    options.autosave = folder / "autosave";
    options.lessons = lesson_places_file();
  }
  options.settings = settings_file();
  options.poses = pose_folder();
  if (const auto folder = cache_folder(); !folder.empty())
    options.thumbnails = folder / "thumbnails";
  options.detail.enabled = true;
  options.maps.beside = true;
  options.pointing.beside = true;
  options.painting.beside = true;
  options.state_file = args.state_file;
  const Presenter presenter(window);
  options.by_parts = presenter.can_show_parts();
  options.refines = args.refines;
  options.rough = !args.refines;
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
    viewer.ui_state().presenter = args.presenter || args.speaker;
    viewer.ui_state().speaker = args.speaker;
    viewer.ui_state().record_rects = args.state_widgets;
    if (!args.model.empty()) viewer.open(args.model);
    viewer.set_tolerance(args.tolerance);
    if (!args.diff.empty()) viewer.compare_with(args.diff);
    if (args.left) viewer.go_on_with(*args.left);
    if (!args.lesson.empty()) viewer.open_lesson(args.lesson, args.lesson_step, args.lesson_model);
    viewer.offer_leftovers();
    std::filesystem::path speaker_state;
    if (args.state_widgets) speaker_state = args.state_file + ".speaker";
    SecondWindow speaker(window, options.fonts, speaker_state);
    loop(window, viewer, c, speaker, presenter);
    loading = viewer.loading();
  }
  // A model may still be being decoded: the process does not wait for it.
  if (loading) std::_Exit(0);
  glfwDestroyWindow(window);
  return 0;
}

}  // namespace bindpose::app
