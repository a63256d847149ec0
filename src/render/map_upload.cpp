#include "render/map_upload.h"

#include <iterator>

namespace bindpose {
namespace {

template <typename T>
std::vector<T> pick(const std::vector<T>& from, const CoarseMesh& part) {
  std::vector<T> out;
  if (from.empty()) return out;
  out.reserve(part.vertex.size());
  for (const std::uint32_t v : part.vertex) out.push_back(from[v]);
  return out;
}

}  // namespace

void MapUpload::show(const SurfaceMap& map, MapPlace where, Deformer method,
                     std::vector<MeshBuffers>& meshes, std::span<const CoarseMesh> parts) {
  const std::size_t first = where == MapPlace::First ? 0 : std::size(kDeformers);
  std::uint64_t& held = revision_[static_cast<std::size_t>(where)];
  if (map.revision != held) {
    const auto set = [&](std::size_t place, const std::vector<MeshMap>& of) {
      for (std::size_t m = 0; m < meshes.size(); ++m) {
        if (parts.empty()) {
          set_map(meshes[m], place, of[m]);
        } else {
          set_map(meshes[m], place,
                  {pick(of[m].value, parts[m]), pick(of[m].color, parts[m]),
                   pick(of[m].pattern, parts[m])});
        }
      }
    };
    set(first, map.mesh);
    for (std::size_t k = 0; k < map.others.size(); ++k) set(first + k + 1, map.others[k].mesh);
    held = map.revision;
    place_.reset();
  }
  std::size_t place = first;
  for (std::size_t k = 0; k < map.others.size(); ++k) {
    if (map.others[k].method == method) place = first + k + 1;
  }
  if (place_ == place) return;
  const std::vector<MeshMap>& shown = meshes_of(map, method);
  for (std::size_t m = 0; m < meshes.size(); ++m) show_map(meshes[m], place, shown[m]);
  place_ = place;
}

}  // namespace bindpose
