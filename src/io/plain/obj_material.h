// What Assimp does not hand on of a Wavefront material library.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Names of the materials whose colour texture is moved or scaled (map_Kd with -o, -s or -t).
// Libraries are read where the model may open them, each once, and as far as they are not absurdly
// large together.
std::set<std::string> obj_moved_textures(const std::filesystem::path& file);

// Reports libraries that a file names and that are not there, or else materials that its faces name
// and that no library has. The materials are there.
void note_obj_materials(const std::filesystem::path& file, Model& model);

// The libraries that a file names near its top and that it may open, each once.
std::vector<std::filesystem::path> obj_libraries(const std::filesystem::path& file);

// Serves the libraries in memory, without the lines that are not understood (mtl_lines.h): what
// Assimp asks for by the rest of a "mtllib" line, be it several names, a name in other capitals or
// one with blanks behind it. Says what was left out, and which name was taken for another.
void serve_obj_libraries(ModelFile& file, Model& model);
// The same without any line: the file then opens without materials, whatever they hold. False
// where no library was served.
bool empty_obj_libraries(ModelFile& file, Model& model);

}  // namespace bindpose
