// The triangles of dense meshes that one drawing by a software renderer needs: see
// render/sampled_triangles.h.
#pragma once

#include <functional>
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
  // What is drawn: the meshes hold the deformer's points already. `frame`: of the first drawing of
  // a picture. `nearest_depth`: of the surface, see PixelPoints::place().
  struct Surface {
    const Frame& frame;
    const Model& model;
    const std::vector<MeshBuffers>& meshes;
    Deformer method;
    float nearest_depth;
  };

  // Whether that pays in the first drawing of a picture (there are as many triangles as it has
  // pixels), and in those that refine it.
  static bool pays(const Model& model);
  static bool pays_again(const Model& model);

  // For the first drawing, and for those that refine it: they need the pixels of the mask alone,
  // which is asked for once, and not what is hidden there. `shift`: of this drawing, in pixels.
  void choose(const Surface& surface);
  void choose_again(const Surface& surface, vec2 shift, const std::function<PixelMask()>& mask);
  // Takes pixels from that mask for the drawings to come.
  void narrow(const std::function<void(PixelMask&)>& take);
  // One a mesh; none before choose().
  const std::vector<TriangleList>& triangles() const { return list_; }
  // Lets go of what the last choice was made of; all triangles are drawn again.
  void clear();

 private:
  void place_points(const Surface& surface, std::size_t fewest_triangles);
  void upload(std::size_t mesh, std::size_t most, std::span<const std::uint32_t> chosen);

  std::vector<PixelPoints> points_;  // one a mesh; empty where all its triangles are drawn
  std::vector<std::vector<std::uint32_t>> near_;  // triangles near the mask's pixels
  PixelMask mask_;
  std::vector<std::uint32_t> chosen_;
  std::vector<TriangleList> list_;
};

}  // namespace bindpose
