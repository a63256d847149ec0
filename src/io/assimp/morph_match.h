// Which of Assimp's shapes is which of the file's.
#pragma once

#include <assimp/scene.h>

#include "io/assimp/morph.h"

namespace bindpose {

// A shape as Assimp has it: its name, and what it moves in all parts of the surface (one a
// material) together.
struct SeenShape {
  std::string name;
  MoveBox moves;
};

// Adds what the shapes of a node's meshes move; those of meshes with another number of shapes do
// not count.
void add_moves(const aiScene& scene, const aiNode& node, std::vector<SeenShape>& shapes);

// For each shape its number in the plan, or -1; none twice. By name; where several are called
// alike, by what they move, if the plan knows that; where that is alike too, or too many are called
// alike, by order. Assimp 5.3 and 5.4 shuffle them.
std::vector<int> find_in_plan(const std::vector<SeenShape>& shapes, const NodeMorphs& plan);

}  // namespace bindpose
