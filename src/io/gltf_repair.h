// Mends in a glTF file what Assimp would misread or crash on, before Assimp sees it.
#pragma once

#include "io/import_file.h"
#include "scene/model.h"

namespace bindpose {

// Rewrites file.bytes where needed and reports each repair; other formats and sound files are left
// as they are. Repairs: a skin without inverse bind matrices gets identities (Assimp 5 and 6 read
// through a null pointer there). Throws ImportError when the file is no glTF 2 at all.
void repair_gltf(ModelFile& file, Model& model);

}  // namespace bindpose
