// What an FBX file's head says, and whether it holds clips: without taking its tree apart.
#pragma once

#include <string_view>

#include "io/model_file.h"

namespace bindpose {

// FBX version (7400, ...) or 0 when the file does not say.
int fbx_version(std::string_view text);

// Throws ImportError where the version is too old for Assimp.
void check_fbx_version(const ModelFile& file);

// Whether the file holds an animation stack (Assimp drops those without keys).
bool fbx_has_clip(std::string_view text);

}  // namespace bindpose
