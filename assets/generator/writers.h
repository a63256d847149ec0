// Characters to files.
#pragma once

#include <filesystem>

#include "character.h"

namespace bindpose::gen {

// glTF 2.0 binary: one skin for all surfaces, the texture embedded, clips with linear keys.
// Throws std::runtime_error with one sentence when the file cannot be written.
void write_glb(const Character& c, const std::filesystem::path& file);

// FBX 7.4 binary in metres: limb nodes, a skin with clusters a surface, a bind pose, the texture
// embedded, rotations as Euler curves (x first). The same errors.
void write_fbx(const Character& c, const std::filesystem::path& file);

// Writes bytes to a file, or throws std::runtime_error with one sentence.
void write_bytes(const std::filesystem::path& file, const std::vector<std::uint8_t>& bytes);

}  // namespace bindpose::gen
