// Meshes whose joints were bound in one pose: their surfaces fit together there.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

struct BoundTogether {
  std::vector<BoundMesh> mesh;
  std::vector<std::size_t> number;  // of the model's meshes
  std::vector<mat4> to_shared;      // from the bind space of each to one that all share
};
// Every mesh of the scene's model in one of them. A mesh that has no joint in common with others is
// with the first ones.
std::vector<BoundTogether> bound_together(const Scene& scene);

// rig/deform/rotation_centers.h for each of these by itself: a mesh, a vertex. Empty where `go_on`
// (0 to 1 of the work) said no.
std::vector<std::vector<vec4>> centers_of_all(const Scene& scene,
                                              const std::function<bool(float)>& go_on);

}  // namespace bindpose
