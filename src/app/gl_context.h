// A GL 3.3 core context without a window (EGL): surfaceless where the driver can, else a pbuffer.
#pragma once

#include <memory>

namespace bindpose::app {

class OffscreenContext {
 public:
  // Makes the context current and loads glad. Throws std::runtime_error with one sentence.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bindpose::app
