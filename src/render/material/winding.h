// Which way round the triangles of a posed mesh are seen from outside.
#pragma once

#include "scene/scene.h"

namespace bindpose {

enum class Winding {
  AsStored,  // the outside is where the corners run against the clock, as glTF says
  Mirrored,  // the other way round: all of the mesh is mirrored
  Mixed      // part of it is mirrored: no side can be told from the other for all of it
};
// Whether most triangles of a mesh run against the clock where their normals come towards the eye:
// files get that wrong, and then no side can be told from the other.
bool winds_by_normals(const Mesh& mesh);

// Of mesh m as `posed` shows it. A part that the pose makes flat counts for neither.
Winding winding_of(const Model& model, const PosedScene& posed, std::size_t m);

}  // namespace bindpose
