// How deep the nodes of the text formats nest, which Assimp goes down by calls.
#pragma once

#include <string>

#include "io/model_file.h"

namespace bindpose {

// MD5's joints by their parents, X and BVH by their braces. Throws ImportError with one sentence
// where they nest deeper than kMaxNodeDepth; other formats and binary X files pass. Returns what
// check_md5_mesh does, "" of other formats.
std::string check_text_nodes(const ModelFile& file);

}  // namespace bindpose
