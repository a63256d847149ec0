// The map of what an engine's weights cost.
#include <cmath>

#include "rig/deformer_distance.h"
#include "rig/morph.h"
#include "scene/deform/deformer_data.h"
#include "scene/engine/engine_view.h"
#include "view/maps/parts.h"

namespace bindpose::maps {

SurfaceMap engine(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                  const StopWish& stop) {
  const std::vector<Mesh>& meshes = scene.model->meshes;
  std::vector<std::vector<float>> values(meshes.size());
  std::vector<vec3> shaped, right, engines;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    if (stop && stop()) throw MapStopped();
    const Mesh& mesh = meshes[m];
    const BoundMesh bound = bound_mesh(scene, m);
    SkinningInput in = skinning_input(scene, posed, m, {scene.view.method});
    in.normal = {};
    if (is_morphed(mesh, posed.morph)) {
      shaped.resize(mesh.position.size());
      morph_points(mesh, posed.morph, shaped, {});
      in.position = shaped;
    }
    const Influences theirs = engine_influences_of(scene, m);
    SkinningInput of_engine = with_weights(in, theirs);
    of_engine.use = engine_use(scene.view);
    const Deformer method = resolved(scene.view.method, bound.skin);
    right.resize(mesh.position.size());
    engines.resize(mesh.position.size());
    info_of(method).deform(in, right, {});
    if (stop && stop()) throw MapStopped();
    info_of(method).deform(of_engine, engines, {});
    values[m].resize(mesh.position.size());
    for (std::size_t i = 0; i < right.size(); ++i)
      values[m][i] = glm::length(right[i] - engines[i]);
    drop_rounding(in, values[m]);
  }
  SurfaceMap map = distance_map(scene, std::move(values),
                                "Cost in an engine (" + engine_words(scene.view) + ")", bones);
  const std::string pieces = engine_pieces(scene);
  if (!pieces.empty()) {
    map.legend.note += (map.legend.note.ends_with(".") ? " " : ". ") + pieces + ".";
  }
  return map;
}

}  // namespace bindpose::maps
