// The lines of an OBJ that Assimp would pass over without a word, though others count on them.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// What is to be looked at once more, line by line.
struct ObjLook {
  bool bare_fraction = false;  // ".5" stands behind v, vt or vn
  bool indented = false;       // blanks stand before a line
  bool odd_vertex = false;     // a v that has not 3, 4 or 6 words that begin as numbers do
  bool any() const { return bare_fraction || indented || odd_vertex; }
};
ObjLook look_at_obj(std::string_view text);
// Piece by piece: most files are large and have none of it.
ObjLook look_at_obj(const std::filesystem::path& path);

// In file.bytes, which hold the whole file: ".5" gets the 0 before it, blanks before a line go, and
// of a vertex with 5 or more than 6 numbers a place and a colour are kept, which is reported.
// Assimp leaves such vertices out, and all faces go to others. Throws ImportError with the line
// where a vertex has less than 3 numbers. Lines stay where they are.
void mend_obj_lines(ModelFile& file, Model& model);

}  // namespace bindpose
