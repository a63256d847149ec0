// Which of Assimp's shapes is which of the file's.
#pragma once

#include "io/assimp_morph.h"

namespace bindpose {

// For each shape of a mesh its place in the plan, or nullptr; no place twice. By name; where several are called alike,
// by what they move; where that is alike too, by order. Assimp 5.3 and 5.4 shuffle them.
std::vector<const NodeMorphs::Shape*> find_in_plan(const std::vector<SurfaceMorph>& morphs,
                                                   const NodeMorphs& plan);

}  // namespace bindpose
