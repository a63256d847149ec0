#include "app/pen_pressure.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

namespace bindpose::app {

float pressure_of(std::span<const PenState> pens) {
  double most = 0.0;
  for (const PenState& pen : pens) {
    if (!pen.is_tablet || !(pen.most > pen.least)) continue;
    most = std::max(most, (pen.value - pen.least) / (pen.most - pen.least));
  }
  return most > 0.0 ? static_cast<float>(std::min(most, 1.0)) : 1.0f;
}

namespace {

// What of XInput2.h is needed (X.Org, "XI2proto.txt" 2.0; the layout is fixed by libXi's version
// 6).
using XAtom = unsigned long;
constexpr int kAllDevices = 0, kValuator = 2, kAbsolute = 1;
struct AnyClass {
  int type;
  int sourceid;
};
struct ValuatorClass {
  int type;
  int sourceid;
  int number;
  XAtom label;
  double min, max, value;
  int resolution;
  int mode;
};
struct DeviceInfo {
  int deviceid;
  char* name;
  int use;
  int attachment;
  int enabled;
  int num_classes;
  AnyClass** classes;
};

struct XLibraries {
  void* (*open)(const char*) = nullptr;
  int (*close)(void*) = nullptr;
  XAtom (*atom)(void*, const char*, int) = nullptr;
  int (*version)(void*, int*, int*) = nullptr;
  DeviceInfo* (*query)(void*, int, int*) = nullptr;
  void (*free)(DeviceInfo*) = nullptr;
  bool whole = true;

  template <typename F>
  void find(void* library, const char* name, F& function) {
    function = reinterpret_cast<F>(library == nullptr ? nullptr : dlsym(library, name));
    whole = whole && function != nullptr;
  }
};

// A connection of its own: what GLFW's is told is not disturbed.
class PenReader {
 public:
  PenReader() {
    void* const x11 = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
    void* const xi = dlopen("libXi.so.6", RTLD_NOW | RTLD_LOCAL);
    x_.find(x11, "XOpenDisplay", x_.open);
    x_.find(x11, "XCloseDisplay", x_.close);
    x_.find(x11, "XInternAtom", x_.atom);
    x_.find(xi, "XIQueryVersion", x_.version);
    x_.find(xi, "XIQueryDevice", x_.query);
    x_.find(xi, "XIFreeDeviceInfo", x_.free);
    if (!x_.whole || std::getenv("DISPLAY") == nullptr) return;
    display_ = x_.open(nullptr);
    if (display_ == nullptr) return;
    int major = 2, minor = 0;
    if (x_.version(display_, &major, &minor) != 0) {
      drop();
      return;
    }
    // No device has it: nobody has told the server its name.
    pressure_ = x_.atom(display_, "Abs Pressure", 1);
  }
  ~PenReader() { drop(); }
  PenReader(const PenReader&) = delete;
  PenReader& operator=(const PenReader&) = delete;

  float read() {
    if (display_ == nullptr) return 1.0f;
    if (pressure_ == 0) pressure_ = x_.atom(display_, "Abs Pressure", 1);
    if (pressure_ == 0) return 1.0f;
    std::vector<PenState> pens;
    int count = 0;
    DeviceInfo* const devices = x_.query(display_, kAllDevices, &count);
    for (int d = 0; devices != nullptr && d < count; ++d) {
      PenState pen;
      bool presses = false;
      for (int k = 0; devices[d].enabled != 0 && k < devices[d].num_classes; ++k) {
        if (devices[d].classes[k]->type != kValuator) continue;
        const auto* axis = reinterpret_cast<const ValuatorClass*>(devices[d].classes[k]);
        if (axis->number == 0) pen.is_tablet = axis->mode == kAbsolute;
        if (axis->label != pressure_) continue;
        presses = true;
        pen.least = axis->min;
        pen.most = axis->max;
        pen.value = axis->value;
      }
      if (presses) pens.push_back(pen);
    }
    if (devices != nullptr) x_.free(devices);
    return pressure_of(pens);
  }

 private:
  void drop() {
    if (display_ != nullptr) x_.close(display_);
    display_ = nullptr;
  }

  XLibraries x_;
  void* display_ = nullptr;
  XAtom pressure_ = 0;
};

}  // namespace

std::function<float()> pen_pressure_reader() {
  return [reader = std::make_shared<PenReader>()] { return reader->read(); };
}

}  // namespace bindpose::app
