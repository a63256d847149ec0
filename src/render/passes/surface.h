// The skinned surface: lit and textured, or matte in the colours of a map.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "render/dense_surface.h"
#include "render/frame.h"
#include "render/gpu/shader.h"
#include "render/mesh_buffers.h"
#include "scene/scene.h"

namespace bindpose {

class SurfacePass {
 public:
  explicit SurfacePass(std::filesystem::path shader_dir);

  // meshes and textures belong to `model`. `map`: what set_map() has put into the meshes; null or
  // one that shows nothing: shaded. `some`: what is drawn of each mesh; where it has nothing to
  // say, all.
  void draw(const Frame& frame, const Model& model, const std::vector<MeshBuffers>& meshes,
            const std::vector<GlTexture>& textures, const ViewSettings& view, const SurfaceMap* map,
            const std::vector<TriangleList>& some);
  // Edges of the triangles over the surface that was drawn before.
  void draw_wireframe(const Frame& frame, const std::vector<MeshBuffers>& meshes);

 private:
  enum Kind {
    kPlain,
    kTextured,
    kColored,
    kTexturedColored,
    kRamp,
    kBlend,
    kCells,
    kBlendHatched,
    kCellsHatched,
    kKinds
  };

  Program& program(Kind kind);
  void set_frame(Program& program, const Frame& frame) const;
  Kind set_map(const SurfaceMap& map, const Frame& frame);

  std::filesystem::path dir_;
  std::array<Program, kKinds> programs_;  // made when first needed
  Program wire_;
  GlTexture sequential_, signed_;
};

}  // namespace bindpose
