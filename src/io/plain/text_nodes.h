// How deep the nodes of the text formats nest, which Assimp goes down by calls.
#pragma once

#include "io/model_file.h"

namespace bindpose {

// MD5's joints by their parents, X and BVH by their braces. Throws ImportError with one sentence
// where they nest deeper than kMaxNodeDepth; other formats and binary X files pass.
void check_text_nodes(const ModelFile& file);

}  // namespace bindpose
