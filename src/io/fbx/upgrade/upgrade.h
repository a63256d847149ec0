// FBX files of any version from 3000 on, and those that Assimp gives up or goes wrong on, as a
// clean binary FBX 7400: objects have ids of their own that no other has, geometries and shapes
// are objects, animations are stacks of layers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bindpose {

// Models' names in an upgraded file that were made up there -> the file's own.
using FbxOwnNames = std::unordered_map<std::string, std::string>;

// The upgraded file. In it no two models have one name, since Assimp joins bones and nodes by name,
// and none has a name that it would cut: `own_names` says what the file calls those. Throws
// ImportError with one sentence where the tree is damaged or too large.
std::vector<std::uint8_t> upgraded_fbx(std::string_view bytes, FbxOwnNames* own_names = nullptr);

}  // namespace bindpose
