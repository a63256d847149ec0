// The triangles of dense meshes that one drawing by a software renderer needs: see
// render/sampled_triangles.h.
#pragma once

#include <vector>

#include "render/frame.h"
#include "render/mesh_buffers.h"
#include "render/sampled_triangles.h"
#include "scene/model.h"

namespace bindpose {

// Some of a mesh's triangles, to be drawn in place of all of them.
struct TriangleList {
  GlBuffer index;
  GLsizei indices = -1;  // below 0: all of the mesh's are drawn
};

class DenseSurface {
 public:
  // Whether that pays: there are as many triangles as a picture has pixels.
  static bool pays(const Model& model);

  // For the first drawing of a picture and for those that refine it, which need the pixels of the
  // mask alone. `frame`: of the first drawing. `shift`: of this one, in pixels. The meshes hold the
  // deformer's points already.
  void choose(const Frame& frame, const Model& model, const std::vector<MeshBuffers>& meshes,
              Deformer method);
  void choose_again(const Model& model, vec2 shift, const PixelMask& mask);
  // One a mesh; none before choose().
  const std::vector<TriangleList>& triangles() const { return list_; }
  // Lets go of what the last choice was made of; all triangles are drawn again.
  void clear();

 private:
  void upload(std::size_t mesh, std::size_t most, std::span<const std::uint32_t> chosen);

  std::vector<PixelPoints> points_;  // one a mesh; empty where all its triangles are drawn
  std::vector<std::vector<std::uint32_t>> near_;  // triangles near the mask's pixels
  std::vector<std::uint32_t> chosen_;
  std::vector<TriangleList> list_;
};

}  // namespace bindpose
