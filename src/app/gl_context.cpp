#include "app/gl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::app {
namespace {

bool has_extension(const char* list, std::string_view name) {
  if (list == nullptr) return false;
  const std::string padded = ' ' + std::string(list) + ' ';
  return padded.find(' ' + std::string(name) + ' ') != std::string::npos;
}

template <typename F>
F entry(const char* name) {
  return reinterpret_cast<F>(eglGetProcAddress(name));
}

// Displays to try, best first: a hardware device, Mesa without a surface (which finds its own
// device, llvmpipe at last), whatever the system calls its default.
std::vector<EGLDisplay> candidate_displays() {
  std::vector<EGLDisplay> displays;
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto platform_display = entry<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (platform_display != nullptr) {
    const auto query_devices = entry<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto query_string = entry<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    if (has_extension(client, "EGL_EXT_platform_device") && query_devices && query_string) {
      std::array<EGLDeviceEXT, 16> devices{};
      EGLint count = 0;
      if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count)) {
        for (EGLint i = 0; i < count; ++i) {
          EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
          if (has_extension(query_string(device, EGL_EXTENSIONS), "EGL_MESA_device_software"))
            continue;
          displays.push_back(platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
        }
      }
    }
    if (has_extension(client, "EGL_MESA_platform_surfaceless"))
      displays.push_back(
          platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return displays;
}

}  // namespace

struct OffscreenContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;

  ~Impl() { release(); }

  void release() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
    display = EGL_NO_DISPLAY;
    context = EGL_NO_CONTEXT;
    surface = EGL_NO_SURFACE;
  }

  // False: this display cannot; the next one is tried.
  bool open(EGLDisplay candidate) {
    if (candidate == EGL_NO_DISPLAY) return false;
    display = candidate;
    if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) {
      release();
      return false;
    }
    const bool surfaceless =
        has_extension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context");
    const std::array<EGLint, 5> config_wish{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                            surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (!eglChooseConfig(display, config_wish.data(), &config, 1, &configs) || configs == 0) {
      release();
      return false;
    }
#ifdef NDEBUG
    const EGLint debug = EGL_FALSE;
#else
    const EGLint debug = EGL_TRUE;
#endif
    const std::array<EGLint, 9> context_wish{EGL_CONTEXT_MAJOR_VERSION,
                                             3,
                                             EGL_CONTEXT_MINOR_VERSION,
                                             3,
                                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                             EGL_CONTEXT_OPENGL_DEBUG,
                                             debug,
                                             EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wish.data());
    if (context != EGL_NO_CONTEXT && !surfaceless) {
      const std::array<EGLint, 5> size{EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, size.data());
    }
    if (context == EGL_NO_CONTEXT || (!surfaceless && surface == EGL_NO_SURFACE) ||
        !eglMakeCurrent(display, surface, surface, context)) {
      release();
      return false;
    }
    return true;
  }
};

OffscreenContext::OffscreenContext() : impl_(std::make_unique<Impl>()) {
  bool opened = false;
  for (EGLDisplay display : candidate_displays()) {
    opened = impl_->open(display);
    if (opened) break;
  }
  if (!opened)
    throw std::runtime_error(
        "No OpenGL 3.3 context could be made without a display; install a driver for EGL (on "
        "Debian "
        "and Ubuntu: apt install libgl1-mesa-dri libegl1).");
  if (gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) == 0)
    throw std::runtime_error("The OpenGL functions could not be loaded from the EGL driver.");
}

OffscreenContext::~OffscreenContext() = default;

}  // namespace bindpose::app
