// Morphed points on the GPU: computed on the CPU, uploaded when a mesh's weights changed. The
// skinning shader then reads them as it reads points that are not morphed.
#pragma once

#include <span>
#include <vector>

#include "render/mesh_buffers.h"

namespace bindpose {

class MorphUpload {
 public:
  // The buffers of a model's meshes were made anew: they hold the points without morphs.
  void reset(std::size_t meshes);
  // Only those of mesh number m.
  void forget(std::size_t m) { held_[m].clear(); }
  // Makes `buffers`, those of mesh number m, hold what the weights (by channel) ask for.
  void update(const Mesh& mesh, std::size_t m, std::span<const float> weight, MeshBuffers& buffers);

 private:
  std::vector<std::vector<float>> held_;  // per mesh: the weights of its targets; empty: all 0
  std::vector<float> wanted_;
  std::vector<vec3> position_, normal_;
};

}  // namespace bindpose
