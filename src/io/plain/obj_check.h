// What is wrong with an OBJ that Assimp refused.
#pragma once

#include <string>

#include "io/model_file.h"

namespace bindpose {

// A sentence that names the first line with too few coordinates, words that are no numbers, or
// vertices that there are not, or says that it has no vertices; "" where there is none such. Reads
// the file whole.
std::string why_no_obj(ModelFile& file);

}  // namespace bindpose
