// The reach of bones: see-through capsules over everything that is solid.
#pragma once

#include <filesystem>
#include <span>

#include "render/frame.h"
#include "render/gpu/shader.h"
#include "view/capsules.h"

namespace bindpose {

class CapsulePass {
 public:
  explicit CapsulePass(const std::filesystem::path& shader_dir);
  // Expects the surface in the depth buffer, in the depth range that is set now; writes none.
  // `perspective`: the camera's kind.
  void draw(const Frame& frame, std::span<const Capsule> capsules, bool perspective);

 private:
  Program program_;
  GlBuffer sphere_, index_, instances_;
  GlVertexArray array_;
  GLsizei indices_ = 0;
};

}  // namespace bindpose
