// Brings a map to the meshes' buffers, once, and chooses among its deformers' values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/mesh_buffers.h"
#include "view/coarse_mesh.h"

namespace bindpose {

// Two maps may be shown at once: that of the view, and one of a single pane.
enum class MapPlace { First, Beside };

class MapUpload {
 public:
  // The meshes are new: they hold nothing yet.
  void reset() { *this = MapUpload{}; }

  // The meshes draw the map as it is in the panes of that deformer. Uploads what they do not hold
  // already. The map has an entry for each mesh; one beside another has the same values for all
  // deformers. `parts`: which of the map's vertices the meshes have; empty: all.
  void show(const SurfaceMap& map, MapPlace where, Deformer method,
            std::vector<MeshBuffers>& meshes, std::span<const CoarseMesh> parts = {});

 private:
  std::uint64_t revision_[2] = {};    // by MapPlace: SurfaceMap::revision that the buffers hold
  std::optional<std::size_t> place_;  // of MeshBuffers::map: what the meshes draw
};

}  // namespace bindpose
