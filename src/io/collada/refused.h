// What is wrong with a Collada file that Assimp refused.
#pragma once

#include <string>

#include "io/model_file.h"

namespace bindpose {

// A sentence that names what the file lacks: everything, the scene that it shows, a source that a
// mesh or a skin reads; "" where it lacks none of these. Only asked where nothing could be read.
std::string why_no_collada(const ModelFile& file);

}  // namespace bindpose
