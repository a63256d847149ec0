// What an FBX file's head says, and whether it holds clips: without taking its tree apart.
#pragma once

#include <string_view>

#include "io/model_file.h"

namespace bindpose {

// FBX version (7400, ...) or 0 when the file does not say.
int fbx_version(std::string_view text);

// Throws ImportError where the version is older than any that is read, 3000.
void check_fbx_version(const ModelFile& file);

// Whether Assimp reads files of its version and byte order at all.
bool fbx_is_todays(std::string_view text);

// Whether the file holds an animation stack (Assimp drops those without keys).
bool fbx_has_clip(std::string_view text);

}  // namespace bindpose
