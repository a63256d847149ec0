// Brings a map to the meshes' buffers, once, and chooses among its deformers' values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "render/mesh_buffers.h"

namespace bindpose {

class MapUpload {
 public:
  // The meshes are new: they hold nothing yet.
  void reset() { *this = MapUpload{}; }

  // The meshes draw the map as it is in the panes of that deformer. Uploads what they do not hold already.
  // The map has an entry for each mesh.
  void show(const SurfaceMap& map, Deformer method, std::vector<MeshBuffers>& meshes);

 private:
  std::uint64_t revision_ = 0;        // SurfaceMap::revision that the buffers hold
  std::optional<std::size_t> place_;  // of MeshBuffers::map: what the meshes draw
};

}  // namespace bindpose
