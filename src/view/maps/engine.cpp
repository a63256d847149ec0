// The map of what an engine's weights cost.
#include "scene/engine/engine_view.h"
#include "view/maps/parts.h"

namespace bindpose::maps {

SurfaceMap engine(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                  const StopWish& stop) {
  const std::vector<Mesh>& meshes = scene.model->meshes;
  std::vector<std::vector<float>> values(meshes.size());
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    if (stop && stop()) throw MapStopped();
    values[m] = engine_cost(scene, posed, m);
  }
  SurfaceMap map = distance_map(scene, std::move(values),
                                "Cost in an engine (" + engine_words(scene) + ")", bones);
  const std::string pieces = engine_pieces(scene);
  if (!pieces.empty()) {
    map.legend.note += (map.legend.note.ends_with(".") ? " " : ". ") + pieces + ".";
  }
  return map;
}

}  // namespace bindpose::maps
