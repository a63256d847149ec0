// Meshes that the file's maker has hidden.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/model.h"

namespace bindpose {

// `joint`: #J, 1 where the file hides the node. Its meshes are hidden, and reported. Where that
// would be all of them they stay in sight: somebody wants to see what is in the file.
void hide_meshes(const std::vector<std::uint8_t>& joint, Model& model);

}  // namespace bindpose
