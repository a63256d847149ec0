// What Assimp would stumble over at the beginning of OBJ and PLY files.
#pragma once

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// OBJ in UTF-16 becomes UTF-8 in memory; lines that Assimp would leave out or refuse are mended or
// refused (obj_lines.h), and libraries of materials are served without what it would stop at
// (serve_obj_libraries). A PLY loses what
// stands before its first word, blanks and the mark of UTF-8; where its numbers are binary and the
// first byte of them is that of a line break, which Assimp takes for one, another goes before it.
// One that is not sound is refused (ply_check.h). All else stays as it is.
void mend_plain(ModelFile& file, Model& model);

}  // namespace bindpose
