#include "render/map_upload.h"

namespace bindpose {

void MapUpload::show(const SurfaceMap& map, Deformer method, std::vector<MeshBuffers>& meshes) {
  if (map.revision != revision_) {
    const auto set = [&](std::size_t place, const std::vector<MeshMap>& of) {
      for (std::size_t m = 0; m < meshes.size(); ++m) set_map(meshes[m], place, of[m]);
    };
    set(0, map.mesh);
    for (std::size_t k = 0; k < map.others.size(); ++k) set(k + 1, map.others[k].mesh);
    revision_ = map.revision;
    place_.reset();
  }
  std::size_t place = 0;
  for (std::size_t k = 0; k < map.others.size(); ++k) {
    if (map.others[k].method == method) place = k + 1;
  }
  if (place_ == place) return;
  const std::vector<MeshMap>& shown = meshes_of(map, method);
  for (std::size_t m = 0; m < meshes.size(); ++m) show_map(meshes[m], place, shown[m]);
  place_ = place;
}

}  // namespace bindpose
