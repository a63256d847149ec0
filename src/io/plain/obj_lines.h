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
  // A vt or vn of another number of words, a face with a comment, a statement that only begins like
  // one of those ("lod", "parm"), zeros behind the last line.
  bool odd_line = false;
  bool any() const { return bare_fraction || indented || odd_vertex || odd_line; }
};
ObjLook look_at_obj(std::string_view text);
// Piece by piece: most files are large and have none of it.
ObjLook look_at_obj(const std::filesystem::path& path);

// In file.bytes, which hold the whole file: ".5" gets the 0 before it, blanks before a line go, and
// of a vertex with 5 or more than 6 numbers a place and a colour are kept, which is reported;
// Assimp leaves such vertices out, and all faces go to others. Comments behind values go, and
// statements that Assimp takes for faces, lines or points; a vt of one number gets its second, 0.
// Throws ImportError with the line where a v or vn has less than 3 numbers, a vt none. Lines stay
// where they are.
void mend_obj_lines(ModelFile& file, Model& model);

}  // namespace bindpose
