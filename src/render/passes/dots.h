// Selected vertices as dots over the surface, dimmer where it hides them.
#pragma once

#include <filesystem>
#include <vector>

#include "render/frame.h"
#include "render/gpu/shader.h"
#include "render/mesh_buffers.h"

namespace bindpose {

class DotPass {
 public:
  explicit DotPass(std::filesystem::path shader_dir);
  // What set_dots() put into the meshes. Expects the surface in the depth buffer.
  void draw(const Frame& frame, const std::vector<MeshBuffers>& meshes);

 private:
  std::filesystem::path dir_;
  Program program_;  // made when first needed
};

}  // namespace bindpose
