// The gradient behind everything.
#pragma once

#include <filesystem>

#include "render/frame.h"
#include "render/gpu/shader.h"

namespace bindpose {

class BackgroundPass {
 public:
  explicit BackgroundPass(const std::filesystem::path& shader_dir);
  void draw(const Frame& frame);

 private:
  Program program_;
  GlVertexArray no_vertices_;
};

}  // namespace bindpose
