// An MD5 mesh's numbers, checked before Assimp sees it: it follows them without asking.
#pragma once

#include <string>

#include "io/model_file.h"

namespace bindpose {

// Throws ImportError with one sentence (which line, what, what to do) where a vertex, weight,
// triangle or joint names one that there is not, numbers are missing, or a count is more than the
// file can hold. `file` holds the whole MD5 mesh.
// Returns what its head says wrongly of what follows, as a sentence; "" where it is right.
std::string check_md5_mesh(const ModelFile& file);

}  // namespace bindpose
