// What this driver is and can do, and its complaints.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose {

struct GlInfo {
  std::string description;  // "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core ...)"
  bool software = false;    // llvmpipe, softpipe, SwiftShader ...: the processor draws
  int max_samples = 0;
  int max_texture_side = 0;
  float max_anisotropy = 1.0f;        // 1: not offered
  std::size_t max_uniform_block = 0;  // bytes
  std::size_t max_buffer_texels = 0;
};
GlInfo query_gl();

// Makes the driver report errors through KHR_debug, where it can; they are counted.
void watch_gl_errors();
// Everything that went wrong since the last call, one line each: what the driver reported and what
// glGetError() holds. Empty: nothing.
std::string take_gl_errors();

}  // namespace bindpose
