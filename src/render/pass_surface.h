// The skinned surface: lit and textured, or as the heat map of one joint's weights.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "render/frame.h"
#include "render/mesh_buffers.h"
#include "render/shader.h"
#include "scene/scene.h"

namespace bindpose {

class SurfacePass {
 public:
  explicit SurfacePass(std::filesystem::path shader_dir);

  // meshes and textures belong to `model`. `weights`: the heat map; the weights were set by
  // set_joint_weights().
  void draw(const Frame& frame, const Model& model, const std::vector<MeshBuffers>& meshes,
            const std::vector<GlTexture>& textures, const ViewSettings& view, bool weights);
  // Edges of the triangles over the surface that was drawn before.
  void draw_wireframe(const Frame& frame, const std::vector<MeshBuffers>& meshes);

 private:
  enum Kind { kPlain, kTextured, kColored, kTexturedColored, kWeights, kKinds };

  Program& program(Kind kind);
  void set_frame(Program& program, const Frame& frame) const;

  std::filesystem::path dir_;
  std::array<Program, kKinds> programs_;  // made when first needed
  Program wire_;
  GlTexture ramp_;
};

}  // namespace bindpose
