// All vertices of a mesh as what a deformer moves in a pose.
#pragma once

#include <vector>

#include "scene/deform/deformer_data.h"

namespace bindpose {

struct ShapedMesh {
  // Which of the mesh's own points its morphs are added to. IfAround: of one vertex its own is
  // known, and the others' are asked for only by a deformer that looks around it.
  enum Morphs { Points, PointsAndNormals, IfAround };

  ShapedMesh(const Scene& scene, const PosedScene& posed, std::size_t mesh, Deformer method,
             Morphs morphs);
  ShapedMesh(const ShapedMesh&) = delete;
  ShapedMesh& operator=(const ShapedMesh&) = delete;

  SkinningInput input;

 private:
  std::vector<vec3> position_, normal_;  // empty: the mesh's own
};

}  // namespace bindpose
