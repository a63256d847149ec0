#include "scene/deform/shaped_mesh.h"

#include "rig/morph.h"

namespace bindpose {

ShapedMesh::ShapedMesh(const Scene& scene, const PosedScene& posed, std::size_t m, Deformer method,
                       Morphs morphs)
    : input(skinning_input(scene, posed, m, {method})) {
  const Mesh& mesh = scene.model->meshes[m];
  if (morphs == IfAround && !looks_around(method)) return;
  if (!is_morphed(mesh, posed.morph)) return;
  position_.resize(mesh.position.size());
  normal_.resize(morphs == PointsAndNormals ? mesh.normal.size() : 0);
  morph_points(mesh, posed.morph, position_, normal_);
  input.position = position_;
  if (morphs == PointsAndNormals) input.normal = normal_;
}

}  // namespace bindpose
