// What a PLY file says of itself, before Assimp takes its word for it.
#pragma once

#include "io/model_file.h"

namespace bindpose {

// Throws ImportError with one sentence where the header does not end or has a line that is none of
// PLY's, where the file is shorter than its elements, and where a face names a vertex that there is
// not: Assimp (5.2) reads such files without end, or beyond their own.
// `skipped` bytes behind the header are passed over. Returns how many bytes are left behind the
// last element.
std::size_t check_ply(const ModelFile& file, std::size_t skipped = 0);

}  // namespace bindpose
