// The animation beside an MD5 mesh, checked before Assimp sees it: it gives up the mesh for it, or
// drops it and says nothing.
#pragma once

#include <string>

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Where the .md5anim of the mesh's name is there and broken: says what is wrong with it and in
// which line, and hides it, so that the mesh opens without. A sound one Assimp gets as
// md5_for_assimp() writes it. Returns the name of a sound one, or "".
std::string check_md5_anim(ModelFile& file, Model& model);

// Says that nothing came of a sound one.
void note_lost_md5_anim(const std::string& name, Model& model);

}  // namespace bindpose
