// Skins on the processor, straight into the buffer that passes draw from: for software renderers,
// whose shaders run there anyway, several times slower than the kernels of rig/.
#pragma once

#include <cstddef>
#include <vector>

#include "render/mesh_buffers.h"
#include "scene/scene.h"

namespace bindpose {

class CpuSkinner {
 public:
  // Fills the deformer's posed buffer of mesh number m of the pose.
  void skin(MeshBuffers& buffers, const BoundMesh& bound, Deformer method, const PosedScene& posed,
            std::size_t m, const ViewSettings& view, const DeformerData& data);

 private:
  std::vector<vec3> position_, normal_;  // morphed
};

}  // namespace bindpose
