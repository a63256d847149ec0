// Which parts of two models are the same by their names.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace bindpose {

// -1: the other one has none.
struct NodePairs {
  std::vector<int> b_of_a;  // #J of A
  std::vector<int> a_of_b;  // #J of B
};

// Nodes of equal names; the first of several wins. What is left goes together where the names are
// the same without a namespace: "rig:Hips", "mixamorig:Hips" and "Armature|Hips" are Hips.
NodePairs pair_nodes(const Skeleton& a, const Skeleton& b);

// For each of A's clips, as clip_at() counts, B's of that name; one alone in each goes with the
// other. None is taken twice.
std::vector<int> pair_clips(const Scene& a, const Scene& b);

// For each of A's meshes, B's: of equal names, where both have equally many of that name, in their
// order; one alone in each goes with the other. -1: none.
std::vector<int> pair_meshes(const Model& a, const Model& b);

}  // namespace bindpose
