// FBX files of any version from 3000 on, and those that Assimp gives up or goes wrong on, as a
// clean binary FBX 7400: objects have ids of their own that no other has, geometries and shapes
// are objects, animations are stacks of layers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bindpose {

// The upgraded file. Throws ImportError with one sentence where the tree is damaged or too large.
std::vector<std::uint8_t> upgraded_fbx(std::string_view bytes);

}  // namespace bindpose
